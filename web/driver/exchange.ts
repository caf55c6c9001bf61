// Sends what waits one by one, in order, as soon as there is reception. What the phone has of other routes is sent, too,
// each by its own link: the page that made it may never be opened again.
import type { Run } from '../../src/contract/driver.ts'
import { apply } from './apply.ts'
import type { Waiting } from './doing.ts'
import type { Phone } from './phone.ts'
import { type Answered, askRun, Later, send } from './server.ts'

/** A network that hangs is as good as none, long before the request is given up. */
const PATIENCE_MS = 5_000

export interface Exchange {
  /** Sends what waits, or looks for news; does nothing while another tab does. */
  run(): Promise<void>
  /** Whether it is on its way: then its photo is deleted again once it has arrived. */
  takesBack(waiting: Waiting): boolean
  /** Links of other routes that have ended. */
  readonly ended: ReadonlySet<string>
}

/** `removePhoto` deletes a photo that was taken back on its way. */
export function openExchange(phone: Phone, removePhoto: (stopId: string, proofId: string) => Promise<void>): Exchange {
  const { token, outbox } = phone
  /** Until then the server has asked to be left alone. */
  let notBefore = 0
  let underWay: string | null = null
  /** Photos that were taken back while they were under way. */
  const unwanted = new Set<string>()
  const ended = new Set<string>()

  async function sendFirst(first: Waiting): Promise<void> {
    underWay = first.key
    const answered = await patiently(phone, send(first)).finally(() => (underWay = null))
    if ('run' in answered) {
      phone.works = first.token === token || phone.works
      const kept = outbox.run()
      await outbox.taken(first, phone.known(answered.run, kept ? apply(kept.run, first) : undefined))
      if (unwanted.delete(first.key)) {
        const proofId = newPhoto(first, kept?.run, answered.run)
        if (first.proof && proofId) await removePhoto(first.proof.stop_uuid, proofId)
      }
    } else await putAside(phone, first, answered)
    await phone.reload()
    if ('refused' in answered && answered.ended) await phone.end(answered.ended)
  }

  /** Oldest first; stops where there is no answer. */
  async function sendOwn(): Promise<void> {
    await takeOver(phone)
    let first = firstToSend(phone)
    if (!first) await read(phone)
    while (first) {
      await sendFirst(first)
      phone.online = true
      phone.busy = false
      phone.show()
      first = firstToSend(phone)
      // What was refused may be so because the route is another by now.
      if (!first && phone.queue.some(phone.isOwn) && !phone.ended) await read(phone)
    }
  }

  async function sendOther(one: Waiting): Promise<void> {
    const answered = await send(one)
    if ('run' in answered) return outbox.takenElsewhere(one, answered.run)
    if (answered.ended) ended.add(one.token)
    await putAside(phone, one, answered)
  }

  /** Each link by itself: one that gets no answer does not keep the others waiting. */
  async function sendElsewhere(): Promise<void> {
    const others = phone.queue.filter((one) => one.refused === null && !phone.isOwn(one) && !isHeld(one))
    for (const link of new Set(others.map((one) => one.token))) {
      try {
        for (const one of others.filter((left) => left.token === link)) await sendOther(one)
      } catch {
        // It is tried again with the next exchange.
      }
      await phone.reload()
      if (ended.has(link)) await phone.forget(link)
      phone.show()
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
      phone.busy = error instanceof Later
      phone.online = phone.busy
      if (error instanceof Later) notBefore = Date.now() + error.afterMs
    }
    if (phone.online) await sendElsewhere()
    phone.show()
  }

  return {
    // One sender, however many tabs show the route.
    run: () =>
      navigator.locks.request('send', { ifAvailable: true }, async (lock) => {
        if (lock) await exchange()
      }),
    takesBack: ({ key }) => underWay === key && Boolean(unwanted.add(key)),
    ended,
  }
}

/** Nobody takes back what is out of sight, and a page that is left may never come back. */
const isHeld = ({ heldUntil = 0 }: Waiting): boolean => heldUntil > Date.now() && document.visibilityState === 'visible'

/** The oldest that waits; none while it is held, so that all stays in order. */
function firstToSend({ queue, isOwn }: Phone): Waiting | undefined {
  const first = queue.find((one) => one.refused === null && isOwn(one))
  return first && isHeld(first) ? undefined : first
}

/** What was not taken: done with if it had counted before, else kept until the driver has seen why. */
const putAside = ({ outbox }: Phone, one: Waiting, { counted, refused }: Exclude<Answered, { run: Run }>) =>
  counted ? outbox.remove(one) : outbox.refuse(one, refused)

/** Says so when the answer takes long, and waits on. */
async function patiently(phone: Phone, asked: Promise<Answered>): Promise<Answered> {
  const timer = setTimeout(() => {
    phone.online = false
    phone.show()
  }, PATIENCE_MS)
  return asked.finally(() => clearTimeout(timer))
}

async function read(phone: Phone): Promise<void> {
  const answered = await patiently(phone, askRun(phone.token))
  if ('run' in answered) {
    phone.works = true
    await phone.outbox.keepRun(phone.known(answered.run))
  } else if (answered.ended) await phone.end(answered.ended)
}

/** What another link of the route left is sent by this one, before what was done since. */
async function takeOver(phone: Phone): Promise<void> {
  const isLeft = (left: Waiting) => phone.isOwn(left) && left.token !== phone.token
  if (phone.ended || !phone.queue.some(isLeft)) return
  if (!phone.works) await read(phone)
  const route = phone.routeId()
  if (!phone.works || route === null) return
  await phone.outbox.adopt(route)
  await phone.reload()
  phone.show()
}

/** The photo that came with it. Null if it can't be told from one of another phone: both stay, and can be deleted. */
export function newPhoto({ proof }: Waiting, before: Run | undefined, after: Run): string | null {
  if (!proof || !before) return null
  const photosIn = (run: Run) =>
    run.stops.find(({ stop_uuid }) => stop_uuid === proof.stop_uuid)?.photo_links?.map((link) => link.proof_uuid) ?? []
  const earlier = new Set(photosIn(before))
  const [photo, ...others] = photosIn(after).filter((one) => !earlier.has(one))
  return photo && others.length === 0 ? photo : null
}
