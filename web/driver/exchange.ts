// Sends the stored taps one by one, in order, as soon as there is reception. Also sends taps of other routes, each with its
// own link, because the page that stored them may never be opened again.
import type { DriverRoute } from '../../src/contract/driver.ts'
import { applyAction } from './apply.ts'
import type { QueuedAction } from './doing.ts'
import type { Phone } from './phone.ts'
import { type RouteResult, fetchRoute, RetryLater, send } from './server.ts'

/** If there is no response after this time, the page shows that there is no reception. The request itself fails much later. */
const NO_RECEPTION_MS = 5_000

export interface Exchange {
  /** Sends stored taps, or reads the route again. Does nothing while another tab is sending. */
  run(): Promise<void>
  /** Returns true if the action is being sent. Its photo is then deleted on the server after it has arrived. */
  takesBack(waiting: QueuedAction): boolean
  /** Ended links of other routes. */
  readonly ended: ReadonlySet<string>
}

/** Opens the exchange of taps with the server. `removePhoto` deletes a photo that was undone while it was being sent. */
export function openExchange(phone: Phone, removePhoto: (stopId: string, proofId: string) => Promise<void>): Exchange {
  const { token, outbox } = phone
  /** The server has asked to wait until this time. */
  let notBefore = 0
  let underWay: string | null = null
  /** Keys of photos that were undone while they were being sent. */
  const unwanted = new Set<string>()
  const ended = new Set<string>()

  async function sendFirst(first: QueuedAction): Promise<void> {
    underWay = first.key
    const answered = await showOfflineIfSlow(phone, send(first)).finally(() => (underWay = null))
    if ('run' in answered) {
      phone.works = first.token === token || phone.works
      const kept = outbox.run()
      await outbox.taken(first, phone.known(answered.run, kept ? applyAction(kept.run, first) : undefined))
      if (unwanted.delete(first.key)) {
        const proofId = newPhoto(first, kept?.run, answered.run)
        if (first.proof && proofId) await removePhoto(first.proof.stop_uuid, proofId)
      }
    } else await handleRefusedTap(phone, first, answered)
    await phone.reload()
    if ('refused' in answered && answered.ended) await phone.end(answered.ended)
  }

  /** Sends the taps of this route, oldest first, or reads the route if there are none. Throws if there is no response. */
  async function sendOwn(): Promise<void> {
    await adoptTapsOfOtherLinks(phone)
    let first = firstToSend(phone)
    if (!first) await read(phone)
    while (first) {
      await sendFirst(first)
      phone.online = true
      phone.busy = false
      phone.show()
      first = firstToSend(phone)
      // A refused tap is still in the queue. Its refusal may mean that the route has changed, so read the route.
      if (!first && phone.queue.some(phone.isOwn) && !phone.ended) await read(phone)
    }
  }

  async function exchange(): Promise<void> {
    if (Date.now() < notBefore) return
    await phone.reload()
    try {
      await sendOwn()
      phone.online = true
      phone.busy = false
    } catch (error) {
      phone.busy = error instanceof RetryLater
      phone.online = phone.busy
      if (error instanceof RetryLater) notBefore = Date.now() + error.afterMs
    }
    if (phone.online) await sendElsewhere(phone, ended)
    phone.show()
  }

  return {
    // The browser grants the lock to one tab only, so that no tap is sent twice.
    run: () =>
      navigator.locks.request('send', { ifAvailable: true }, async (lock) => {
        if (lock) await exchange()
      }),
    takesBack: ({ key }) => underWay === key && Boolean(unwanted.add(key)),
    ended,
  }
}

async function sendOther(phone: Phone, one: QueuedAction, ended: Set<string>): Promise<void> {
  const answered = await send(one)
  if ('run' in answered) return phone.outbox.takenElsewhere(one, answered.run)
  if (answered.ended) ended.add(one.token)
  await handleRefusedTap(phone, one, answered)
}

/**
 * Sends the taps of other routes, per link, so that a link without a response doesn't block the others. Adds ended links to
 * `ended`.
 */
async function sendElsewhere(phone: Phone, ended: Set<string>): Promise<void> {
  const others = phone.queue.filter((one) => one.refused === null && !phone.isOwn(one) && !isHeldForUndo(one))
  for (const link of new Set(others.map((one) => one.token))) {
    try {
      for (const one of others.filter((left) => left.token === link)) await sendOther(phone, one, ended)
    } catch {
      // If this link gets no response, the next exchange retries.
    }
    await phone.reload()
    if (ended.has(link)) await phone.forget(link)
    phone.show()
  }
}

/**
 * Returns true while the driver can undo the tap, which is not sent until then. A hidden page sends its taps at once, because
 * the driver can't undo them there, and the browser may never show that page again.
 */
const isHeldForUndo = ({ heldUntil = 0 }: QueuedAction): boolean =>
  heldUntil > Date.now() && document.visibilityState === 'visible'

/** Returns the oldest unsent tap. Undefined while the driver can undo that tap, because later taps must not overtake it. */
function firstToSend({ queue, isOwn }: Phone): QueuedAction | undefined {
  const first = queue.find((one) => one.refused === null && isOwn(one))
  return first && isHeldForUndo(first) ? undefined : first
}

/** Handles a refused tap: removes it if it had already taken effect, else keeps it until the driver has seen the reason. */
const handleRefusedTap = (
  { outbox }: Phone,
  one: QueuedAction,
  { counted, refused }: Exclude<RouteResult, { run: DriverRoute }>,
) => (counted ? outbox.remove(one) : outbox.refuse(one, refused))

/** Shows the page as offline if the response takes long, and keeps waiting. */
async function showOfflineIfSlow(phone: Phone, asked: Promise<RouteResult>): Promise<RouteResult> {
  const timer = setTimeout(() => {
    phone.online = false
    phone.show()
  }, NO_RECEPTION_MS)
  return asked.finally(() => clearTimeout(timer))
}

async function read(phone: Phone): Promise<void> {
  const answered = await showOfflineIfSlow(phone, fetchRoute(phone.token))
  if ('run' in answered) {
    phone.works = true
    await phone.outbox.keepRun(phone.known(answered.run))
  } else if (answered.ended) await phone.end(answered.ended)
}

/** Takes over the unsent taps of other links of the route, so that this link sends them before later taps. */
async function adoptTapsOfOtherLinks(phone: Phone): Promise<void> {
  const isLeft = (left: QueuedAction) => phone.isOwn(left) && left.token !== phone.token
  if (phone.ended || !phone.queue.some(isLeft)) return
  if (!phone.works) await read(phone)
  const route = phone.routeId()
  if (!phone.works || route === null) return
  await phone.outbox.adopt(route)
  await phone.reload()
  phone.show()
}

/**
 * Returns the photo that this upload added. Null if another phone may have added it. Both photos then stay, and the driver
 * can delete them.
 */
export function newPhoto({ proof }: QueuedAction, before: DriverRoute | undefined, after: DriverRoute): string | null {
  if (!proof || !before) return null
  const photosIn = (run: DriverRoute) =>
    run.stops.find(({ stop_uuid }) => stop_uuid === proof.stop_uuid)?.photo_links?.map((link) => link.proof_uuid) ?? []
  const earlier = new Set(photosIn(before))
  const [photo, ...others] = photosIn(after).filter((one) => !earlier.has(one))
  return photo && others.length === 0 ? photo : null
}
