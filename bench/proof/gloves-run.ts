// Works routes in a browser like a driver with gloves: without reception for minutes, turning the phone, and going back
// by mistake. Each stop must end with the outcome of the last deliberate tap, no customer may get a message about a
// mistaken tap, and no photo may be lost. Server and phone share a clock that jumps, so that undo windows and waits
// take no time.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { launchChromium } from '../../test/helpers/chromium.ts'
import { installClock } from '../../test/helpers/phone.ts'
import { createDriver } from '../../src/app/fleet/create-driver.ts'
import { doorCode } from '../../src/app/orders/door-code.ts'
import { showDriverLink } from '../../src/app/driving/show-driver-link.ts'
import { changeSettings } from '../../src/app/business/settings/change-settings.ts'
import { NOTICE_KINDS } from '../../src/domain/messages/message.ts'
import { sendMessagesJob } from '../../src/jobs/send-messages.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { seeded } from '../random.ts'
import { type Caller, createCaller } from './caller.ts'
import { tomorrow } from './mixed-load.ts'
import { countTaps, finalFaults, routeFaults, trackingPageFault } from './gloves/checks.ts'
import { LEAVING_PLACES } from './gloves/door.ts'
import { type Glove, RECORD_TAPS, newGlove, PATIENCE_MS } from './gloves/glove.ts'
import {
  isMessageAllowed,
  type IntendedState,
  type IntendedStop,
  newIntendedState,
  removeStop as meantOff,
} from './gloves/meaning.ts'
import { newOffice, type Office } from './gloves/office.ts'
import { workRoute } from './gloves/work.ts'
import { inProcess, type InProcess } from './in-process.ts'
import { newShop } from './shops.ts'

export interface GlovesOptions {
  seeds: readonly number[]
  stops: number
  /** Time after which no run begins. */
  until: number
  onSeed?: (seed: number, faults: readonly string[]) => void
}

export interface GlovesResult {
  figures: Record<
    | 'runs'
    | 'stops'
    | 'taps'
    /** Repeated taps, because the screen ignored the first one. */
    | 'tapsAgain'
    | 'strayTaps'
    | 'turns'
    | 'backs'
    | 'reloads'
    | 'offline'
    | 'takenOff'
    | 'resent'
    /** The page was closed when the link ended. */
    | 'closed'
    | 'cancelled'
    /** Stops of a canceled route that were planned on another route, whose link the same phone opened. */
    | 'plannedAgain'
    | 'photos'
    | 'signatures'
    | 'messages'
    | 'pages'
    /** Messages sent while the newer tap was still on a phone without reception, so the server could not know. */
    | 'overtaken',
    number
  >
  faults: string[]
}

/** Step of the shared clock, longer than a double tap. After each step, the server does its pending work. */
const TICK_MS = 10_000

export async function runGlovesProof(databaseUrl: string, options: GlovesOptions): Promise<GlovesResult> {
  const time = { aheadMs: 0 }
  const clock = () => new Date(Date.now() + time.aheadMs)
  const heard: Proof['heard'] = { by: async () => {} }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'roundsman-gloves-'))
  const sms = {
    name: 'twilio' as const,
    from: '+12025550100',
    verifies: () => false,
    send: async ({ text }: { text: string }) => {
      await heard.by(text)
      return { kind: 'sent' as const, providerId: null }
    },
  }
  const service = await inProcess(databaseUrl, { clock, sms }, { DATA_DIR: dataDir })
  const browser = await launchChromium()
  const result: GlovesResult = { figures: noFigures(), faults: [] }
  const count = (name: keyof GlovesResult['figures'], by = 1) => void (result.figures[name] += by)
  const proof: Proof = { service, browser, options, time, clock, heard, count }
  try {
    for (const seed of options.seeds) {
      if (Date.now() > options.until) break
      const faults = await runSeed(proof, seed)
      result.figures.runs++
      result.faults.push(...faults.map((fault) => `seed ${seed}: ${fault}`))
      options.onSeed?.(seed, faults)
    }
    return result
  } finally {
    await browser.close()
    await service.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Proof {
  service: InProcess
  browser: Browser
  options: GlovesOptions
  /** Milliseconds by which server and phone are ahead of real time. */
  time: { aheadMs: number }
  clock: () => Date
  /** Receives the texts to customers and drivers. */
  heard: { by: (text: string) => Promise<void> }
  count: (name: keyof GlovesResult['figures'], by?: number) => void
}

const noFigures = (): GlovesResult['figures'] => ({
  runs: 0,
  stops: 0,
  taps: 0,
  tapsAgain: 0,
  strayTaps: 0,
  turns: 0,
  backs: 0,
  reloads: 0,
  offline: 0,
  takenOff: 0,
  resent: 0,
  closed: 0,
  cancelled: 0,
  plannedAgain: 0,
  photos: 0,
  signatures: 0,
  messages: 0,
  pages: 0,
  overtaken: 0,
})

/** One route, worked with gloves. */
interface Run extends Proof {
  random: () => number
  shop: Caller
  routeId: string
  office: Office
  meaning: IntendedState
  glove: Glove
  faults: string[]
}

async function runSeed(proof: Proof, seed: number): Promise<string[]> {
  const { service, browser, count } = proof
  const random = seeded(seed)
  const { shop, date, route, link } = await dispatchRoute(proof, random)
  const faults: string[] = []
  const context = await openContext(browser, proof.clock())
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`the page: ${error.message}`))
  const run: Run = {
    ...proof,
    random,
    shop,
    routeId: route.route_uuid,
    office: newOffice(service.app, shop, { date, routeId: route.route_uuid }),
    meaning: intendedStateOf(route),
    glove: newGlove({
      page,
      random,
      count,
      url: new URL(link, service.api).href,
      pass: (ms) => passTime(run, ms),
    }),
    faults,
  }
  proof.heard.by = (text) => judgeMessage(run, text)
  try {
    await workToEnd(run)
  } catch (error) {
    const [first = ''] = String(error).split('\n')
    console.error(
      (error as Error).stack?.split('\n').filter((l) => l.includes('gloves/')),
      String(await page.evaluate('document.body.innerText')).replaceAll('\n', ' | '),
    )
    faults.push(`${run.meaning.taps.at(-1)?.kind ?? 'at first'}: ${first}`)
  }
  count('stops', run.meaning.stops.length)
  await context.close()
  return faults
}

const intendedStateOf = ({ stops }: DispatchedRoute): IntendedState =>
  newIntendedState(
    stops.map(({ stop_uuid, order_uuid, address, customer_name, tracking_url }) => ({
      stopId: stop_uuid,
      orderId: order_uuid,
      line1: address.line1,
      customer: customer_name,
      tracking: new URL(tracking_url).pathname,
    })),
  )

async function openContext(browser: Browser, now: Date): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  // The script also runs on empty pages, which have no storage, so it ignores the error.
  await context.addInitScript("try { localStorage.setItem('roundsman-share-position', 'no') } catch {}")
  await context.addInitScript(RECORD_TAPS)
  await installClock(context, now)
  return context
}

/** Works the route, then compares the server's data with the driver's intention, also after the office has resolved late taps. */
async function workToEnd(run: Run): Promise<void> {
  const { service, shop, routeId, office, meaning, glove, faults, count } = run
  await workRoute(glove, meaning, {
    office,
    look: () => lookAtPages(run),
    takeOff: (stop) => takeOff(run, stop),
    cancel: () => cancel(run),
    codeOf: ({ orderId }) => doorCode(service.app, orderId),
    count,
  })
  faults.push(...(await routeFaults(service.app, shop.businessId, routeId, meaning)))
  faults.push(...(await office.answerLate(meaning)))
  meaning.answered = true
  await glove.pass(20 * 60_000)
  await lookAtPages(run)
  faults.push(...(await finalFaults(service.app, shop.businessId, meaning)))
}

/** Advances the server first, so that the phone never sends times later than the server's. */
async function passTime({ service, time, glove }: Run, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= TICK_MS) {
    const step = Math.min(left, TICK_MS)
    time.aheadMs += step
    await glove.page.clock.fastForward(step)
    if (step === TICK_MS && !glove.isOffline()) await glove.sent()
    while (await settleOutcomesJob.run(service.app));
    while (await sendMessagesJob.run(service.app));
  }
}

/** Returns the number of taps that the server knows. */
const knownTaps = ({ service, shop, routeId }: Run): Promise<number> => countTaps(service.app, shop.businessId, routeId)

/** Records a fault if a message contradicts the driver's intention, as far as the server can know the intention. */
async function judgeMessage(run: Run, text: string): Promise<void> {
  const { meaning, glove, faults, count } = run
  const [kind = '', url = ''] = text.split(' ')
  if (kind === 'DRIVER_ROUTE') return
  count('messages')
  const stop = meaning.stops.find(({ tracking }) => url.endsWith(tracking))
  if (!stop) return
  const isSo = isMessageAllowed(kind, meaning, stop)
  if (kind === 'DELIVERED' || kind === 'FAILED') stop.told = kind
  if (kind === 'CORRECTED') stop.told = null
  if (isSo) return
  const fault = `${stop.line1} got ${kind} while ${stop.state}`
  if (meaning.cancelled) {
    if (meaning.answered) faults.push(fault)
    else count('overtaken')
    return
  }
  const late = meaning.taps.length - (await knownTaps(run))
  const { before } = meaning
  const then = before?.stops.find(({ stopId }) => stopId === stop.stopId)
  const lastTaps = meaning.taps.length - (before?.taps.length ?? 0)
  const justBefore = late > 0 && late <= lastTaps && before && then && isMessageAllowed(kind, before, then)
  if ((glove.isBehind() && late > 0) || justBefore) count('overtaken')
  else faults.push(fault)
}

/** Looks at the customers' pages, if the server knows all taps. */
async function lookAtPages(run: Run): Promise<void> {
  const { service, meaning, glove, faults, count } = run
  if (!meaning.answered && (glove.isOffline() || (await knownTaps(run)) < meaning.taps.length)) return
  for (const stop of meaning.stops) {
    count('pages')
    const fault = await trackingPageFault(service.api, stop, meaning)
    if (fault) faults.push(fault)
  }
}

async function takeOff({ service, shop, routeId, office, meaning, count }: Run, stop: IntendedStop): Promise<void> {
  if (!(await office.takeOff(stop.orderId))) return
  count('takenOff')
  // Count the stop's taps on the server after the removal, because a tap that was being sent either arrived or was refused.
  meantOff(meaning, stop, await countTaps(service.app, shop.businessId, routeId, stop.stopId))
}

async function cancel(run: Run): Promise<boolean> {
  const taps = await knownTaps(run)
  if (!(await run.office.cancel())) return false
  run.meaning.cancelled = { taps }
  return true
}

/** Creates a shop with a dispatched route of random deliveries. */
async function dispatchRoute({ service, options, clock }: Proof, random: () => number) {
  const { businessId, apiKey } = await newShop(service.app)
  await changeSettings(service.app, businessId, {
    undoWindowSeconds: 120,
    proofRequired: random() < 0.4 ? 'NONE' : random() < 0.7 ? 'PHOTO' : 'BOTH',
    leavingPlaces: LEAVING_PLACES,
    notifyScheduled: true,
    notifyOutcome: true,
    notifyOnTheWay: true,
    messageTexts: Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, `${kind} {tracking_link}`])),
  })
  // The day follows from the shared clock, which advances by hours with each route.
  const date = tomorrow(clock().getTime())
  const phone = '+12025550100'
  const { driverId } = await createDriver(service.app, businessId, {
    name: 'Proof driver',
    phone,
    email: null,
    language: null,
  })
  const shop = createCaller([new URL(service.api).origin], apiKey, businessId)
  await shop.write('/webhooks/subscriptions', { url: 'https://hooks.example.com/gloves' }, 201)
  for (let i = 0; i < options.stops; i++) await shop.write('/orders', orderBody(i, date, random), 201)
  const built = await shop.write('/routes/build', { date }, 201)
  const [first] = built.data.routes as { route_uuid: string }[]
  if (!first) throw new Error('no route was built')
  await shop.write(`/routes/${first.route_uuid}/driver`, { driver_uuid: driverId }, 200)
  const { data } = await shop.write(`/routes/${first.route_uuid}/dispatch`, undefined, 200)
  const { pathname } = new URL((await showDriverLink(service.app, first.route_uuid)).url)
  return { shop, date, route: data.route as DispatchedRoute, link: pathname }
}

interface DispatchedRoute {
  route_uuid: string
  stops: {
    stop_uuid: string
    order_uuid: string
    address: { line1: string }
    customer_name: string
    tracking_url: string
  }[]
}

/** Returns an order. Two or three orders may be for one door, and some require checks there, such as a payment. */
const orderBody = (i: number, date: string, random: () => number) => ({
  external_ref: `gloves-${i}`,
  customer_name: `Proof customer ${i + 10}.`,
  customer_phone: `+1202555${String(1000 + i)}`,
  sms_consent: true,
  address: { line1: `${i + 10} Proof Street`, lat: 38.9 + Math.floor(i * 0.7) / 800, lng: -77.03 },
  delivery_date: date,
  service_minutes: 5,
  items: [{ name: 'Box', quantity: 3 }],
  ...(random() < 0.25 && { collect_amount: '24.90' }),
  ...(random() < 0.2 && { id_check: 'AGE_21' }),
  ...(random() < 0.25 && { door_code: true }),
})
