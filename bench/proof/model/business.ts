// The business on the real server that corresponds to the model's business. Sends the requests and compares the
// responses with the model.
import { createHmac, randomUUID } from 'node:crypto'
import type { App } from '../../../src/app/context.ts'
import type { WebhookMessage } from '../../../src/app/ports/webhook-post.ts'
import { changeSettings } from '../../../src/app/business/settings/change-settings.ts'
import { createBusiness } from '../../../src/app/business/create-business.ts'
import { createDepot } from '../../../src/app/fleet/create-depot.ts'
import { createDriver } from '../../../src/app/fleet/create-driver.ts'
import { createKey } from '../../../src/app/integrations/keys/create-key.ts'
import { createVehicle } from '../../../src/app/fleet/create-vehicle.ts'
import { showDriverLink } from '../../../src/app/driving/show-driver-link.ts'
import { sendWebhooksJob } from '../../../src/jobs/send-webhooks.ts'
import { settleOutcomesJob } from '../../../src/jobs/settle-outcomes.ts'
import { assertConforms } from '../../../test/helpers/conformity.ts'
import { seeded } from '../../random.ts'
import { type Action, type Refs, stepOf } from './actions.ts'
import { addEndpoint } from './endpoints.ts'
import type { EmittedEvent } from './events.ts'
import { historyFaults } from '../history-faults.ts'
import { differences } from './matching.ts'
import { settleDue } from './routes.ts'
import type { Call, Json, Step } from './step.ts'
import { type Endpoint, fingerprint, isRunning, type Order, orderShape, type Vehicle, type World } from './world.ts'

/** The service under test. Its clock and its outgoing requests are controlled by the model. */
export interface TestedService {
  app: App
  api: string
  clock: { now: number }
  posted: WebhookMessage[]
}

export interface Tally {
  commands: number
  /** Number of responses by status. */
  statuses: Record<string, number>
  /** Number of emitted events, and of posts of these events. */
  events: number
  posts: number
}

/** A difference from the model, at an action of the day. */
export class Fault extends Error {
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

const ZONES = ['America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Los_Angeles']
/** Start times of days, including nights on which clocks change. */
const START_TIMES = ['2026-11-23T15:00:00Z', '2026-11-01T05:30:00Z', '2027-03-14T09:30:00Z', '2026-09-26T13:45:00Z']
const UNDO_SECONDS = [120, 0, 60, 900]
const ENDPOINTS = [[], ['stop.delivered', 'route.completed']]

interface Answer {
  status: number
  text: string
  body: { data: Json; details?: { code: string; fields?: string[] } } & Json
  replayed: boolean
}

interface Kept {
  call: Call
  key: string
  status: number
  text: string
}

interface Business {
  judged: TestedService
  businessId: string
  apiKey: string
  world: World
  refs: Refs
  /** Acknowledged writes. */
  kept: Kept[]
  /** Keys of refused requests, with the called operation. The service must treat them like new keys. */
  refusedKeys: Map<string, string>
  /** Driver links keyed by route ID. They stay after the route has ended, because its driver can still send taps. */
  links: Map<string, string>
  /** Newest changed_at read of each order, and of all orders. */
  changedAt: Map<string, string>
  newest: string | null
  horizon: string | null
  /** Position of the last event read. */
  position: string
  /** Events for an endpoint that were not posted yet. */
  owed: Map<Endpoint, EmittedEvent[]>
}

/** Runs the day in its own business, deterministically by seed. Throws a `Fault`. */
export async function runDay(judged: TestedService, seed: number, day: readonly Action[], tally: Tally): Promise<void> {
  const business = await openBusiness(judged, seed)
  for (const [at, action] of day.entries()) {
    const faults: string[] = []
    try {
      await runAction(business, action, faults, tally)
    } catch (error) {
      faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
    if (faults.length > 0) throw new Fault(at, `action ${at}, ${action.do}: ${faults.slice(0, 5).join('\n  ')}`)
  }
  const faults = await historyFaults(judged.app, business.businessId)
  if (faults.length > 0) throw new Fault(day.length - 1, `rebuilt from history: ${faults.slice(0, 5).join('\n  ')}`)
}

async function openBusiness(judged: TestedService, seed: number): Promise<Business> {
  const { app, clock } = judged
  const random = seeded(seed)
  const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const zone = one(ZONES)
  clock.now = Date.parse(one(START_TIMES))
  judged.posted.length = 0
  const { businessId } = await createBusiness(app, { name: 'Model business', timeZone: zone })
  const undoSeconds = one(UNDO_SECONDS)
  await changeSettings(app, businessId, { undoWindowSeconds: undoSeconds })
  await createDepot(app, businessId, { name: 'Model depot', address: null, lat: 38.9, lng: -77.03 })
  const { apiKey } = await createKey(app, { businessId, name: 'model' })
  const vehicles = await createFleet(app, businessId)
  const business: Business = {
    judged,
    businessId,
    apiKey,
    world: {
      tag: randomUUID(),
      zone,
      now: clock.now,
      undoSeconds,
      vehicles,
      orders: new Map(),
      routes: [],
      endpoints: [],
    },
    refs: [],
    kept: [],
    refusedKeys: new Map(),
    links: new Map(),
    changedAt: new Map(),
    newest: null,
    horizon: null,
    position: '0',
    owed: new Map(),
  }
  for (const events of ENDPOINTS) {
    const faults: string[] = []
    await runStep(
      business,
      addEndpoint(business.world, { url: `https://192.0.32.7/${business.world.tag}`, events }, []),
      faults,
    )
    if (faults.length > 0) throw new Error(faults.join('\n'))
  }
  return business
}

async function runAction(business: Business, action: Action, faults: string[], tally: Tally): Promise<void> {
  const { world } = business
  const before = new Map([...world.orders.values()].map((order) => [order, fingerprint(order)]))
  let told: readonly EmittedEvent[] = []
  if (action.do === 'wait') {
    world.now += action.seconds * 1000
    business.judged.clock.now = world.now
    if (action.settle) {
      told = settleDue(world)
      while (await settleOutcomesJob.run(business.judged.app));
    }
  } else if (action.do === 'again') {
    const write = business.kept.at(-1 - action.nth)
    if (!write) return
    countStatus(tally, await repeatWrite(business, write, action.body === 'OTHER', faults))
  } else {
    const step = stepOf(world, business.refs, action)
    if (!step) return
    const made = await runStep(business, step, faults)
    told = made.told
    countStatus(tally, made.status)
    if (faults.length === 0) await giveLinksToDrivers(business)
  }
  tally.commands++
  tally.events += told.length
  if (faults.length > 0) return
  await Promise.all([judgeFeed(business, before, faults), judgeEvents(business, told, faults)])
  if (action.do === 'wait' && action.settle && faults.length === 0) tally.posts += await judgePosts(business, faults)
}

const countStatus = (tally: Tally, status: number): void => {
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
}

/** Gives each dispatched route's driver the link. */
async function giveLinksToDrivers({ judged, links, world }: Business): Promise<void> {
  for (const { routeId } of world.routes.filter(isRunning))
    if (!links.has(routeId)) links.set(routeId, await linkOf(judged, routeId))
}

async function send({ judged, apiKey, links }: Business, call: Call, key: string | null): Promise<Answer> {
  const { method, path, body, driverOf } = call
  const link = driverOf && links.get(driverOf)
  const response = await fetch((link ?? judged.api) + path, {
    method,
    headers: {
      ...(!link && { authorization: `Bearer ${apiKey}` }),
      ...(key && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { status, headers } = response
  const text = await response.text()
  const answer: Answer = {
    status,
    text,
    body: JSON.parse(text) as Answer['body'],
    replayed: headers.has('idempotent-replayed'),
  }
  if (!link) assertConforms(method, path, { status, headers, body: answer.body })
  return answer
}

const linkOf = async ({ app, api }: TestedService, routeId: string): Promise<string> =>
  new URL(new URL((await showDriverLink(app, routeId)).url).pathname, api).href

/** Makes the call and judges its response. Returns the events that receivers must get. */
async function runStep(
  business: Business,
  step: Step,
  faults: string[],
): Promise<{ told: EmittedEvent[]; status: number }> {
  const { refusedKeys, kept } = business
  const { call, refused } = step
  const place = `${call.method} ${call.driverOf ?? ''}${call.path}`
  const key = call.method === 'GET' ? null : (refusedKeys.get(place) ?? randomUUID())
  refusedKeys.delete(place)
  const { status, text, body } = await send(business, call, key)
  if (refused) {
    if (key) refusedKeys.set(place, key)
    const fields = body.details?.fields ?? []
    if (status !== refused.status || body.details?.code !== refused.code)
      faults.push(`answered ${status} ${text.slice(0, 300)} and not ${refused.status} ${refused.code}`)
    else if (refused.fields && fields.toSorted().join() !== refused.fields.toSorted().join())
      faults.push(`names ${fields.join()} and not ${refused.fields.join()}`)
    return { told: [], status }
  }
  if (status >= 300) {
    if (key) refusedKeys.set(place, key)
    const wrong = step.judgeRefusal?.(status, body.details ?? {}) ?? ['that may not be']
    if (wrong.length > 0) faults.push(`was refused: ${status} ${text.slice(0, 300)}: ${wrong.join(', ')}`)
    return { told: [], status }
  }
  const accepted = step.accept(body.data)
  if (status !== accepted.status) faults.push(`answered ${status} and not ${accepted.status}`)
  faults.push(...(accepted.faults ?? []), ...differences(accepted.data, body.data))
  if (key && call.method !== 'DELETE' && !call.driverOf) kept.push({ call, key, status, text })
  return { told: accepted.told ?? [], status }
}

/** Repeats an acknowledged write: the same response without an effect, or a refusal if its body differs. */
async function repeatWrite(business: Business, write: Kept, other: boolean, faults: string[]): Promise<number> {
  const { call, key } = write
  const body = other ? { ...(call.body as object | undefined), other: true } : call.body
  const { status, text, body: answer, replayed } = await send(business, { ...call, body }, key)
  if (other) {
    if (answer.details?.code !== 'IDEMPOTENCY_KEY_REUSED') faults.push(`another body under a key answered ${text}`)
  } else if (!replayed || status !== write.status || text !== write.text)
    faults.push(`${call.method} ${call.path} replays as ${status} ${text} and was ${write.status} ${write.text}`)
  return status
}

/** Checks that the feed shows exactly the orders whose API representation changed, in their current state. */
async function judgeFeed(business: Business, before: ReadonlyMap<Order, string>, faults: string[]): Promise<void> {
  const { world, changedAt } = business
  const changed = new Set([...world.orders.values()].filter((order) => before.get(order) !== fingerprint(order)))
  // Text keeps the microseconds. If no order should have changed and none has a newer `changed_at`, skip the feed request.
  const [row] = await business.judged.app.db.query<{ horizon: string | null }>(
    'select max(changed_at)::text as horizon from orders where business_uuid = $1',
    [business.businessId],
  )
  if (changed.size === 0 && row?.horizon === business.horizon) return
  business.horizon = row?.horizon ?? null
  const since = business.newest ? `&since=${encodeURIComponent(business.newest)}` : ''
  const { body } = await send(business, { method: 'GET', path: `/orders?limit=200${since}` }, null)
  for (const shown of body.data as unknown as Json[]) {
    const ref = String(shown.external_ref)
    const at = String(shown.changed_at)
    const order = world.orders.get(ref)
    if (!order) faults.push(`the feed shows ${ref}, which doesn't exist`)
    else if (changed.delete(order)) faults.push(...differences(orderShape(order), shown, `feed ${ref}`))
    else if (changedAt.get(ref) !== at) faults.push(`the feed shows ${ref} as changed, and it has not`)
    if (business.newest && at < business.newest) faults.push('the feed is not oldest change first')
    changedAt.set(ref, at)
    business.newest = at
  }
  for (const order of changed) faults.push(`${order.input.external_ref} changed and the feed does not show it`)
}

/** Pending webhooks must be the emitted events, for each endpoint that subscribes to them, in order per route. */
async function judgeEvents(business: Business, told: readonly EmittedEvent[], faults: string[]): Promise<void> {
  const { world, judged, owed } = business
  const rows = await judged.app.db.query<EmittedEvent & { endpointId: string; at: string }>(
    `select endpoint_uuid, event, facts, position::text as at from webhook_deliveries
     where business_uuid = $1 and position > $2 order by position`,
    [business.businessId, business.position],
  )
  business.position = rows.at(-1)?.at ?? business.position
  for (const endpoint of world.endpoints) {
    const due = rows.filter(({ endpointId }) => endpointId === endpoint.endpointId).toSorted(byRoute)
    const wanted = told.filter(({ event }) => endpoint.events.length === 0 || endpoint.events.includes(event))
    if (due.length !== wanted.length) faults.push(`pending is ${eventNames(due)}, not ${eventNames(wanted)}`)
    else faults.push(...differences(wanted.toSorted(byRoute), due, 'events'))
    owed.set(endpoint, [...(owed.get(endpoint) ?? []), ...wanted])
  }
  if (rows.some((row) => !world.endpoints.some(({ endpointId }) => endpointId === row.endpointId)))
    faults.push('a webhook is pending for an unknown endpoint')
}

/**
 * Sends the webhooks. Each active endpoint must get its events once, signed, in order per stop. Other endpoints must
 * get nothing.
 */
async function judgePosts({ judged, world, owed }: Business, faults: string[]): Promise<number> {
  while (await sendWebhooksJob.run(judged.app));
  const own = judged.posted.splice(0).filter(({ url }) => url.endsWith(world.tag))
  const posts = own.map(({ url, headers, body }) => ({
    url,
    headers,
    body,
    ...(JSON.parse(body.toString()) as { event: string; data: Json }),
  }))
  if (new Set(posts.map(({ headers }) => headers['X-Service-Delivery'])).size < posts.length)
    faults.push('a delivery was posted twice')
  const signs = (body: Buffer, { secret }: Endpoint) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  let known = 0
  for (const endpoint of world.endpoints) {
    const got = posts.filter(
      ({ url, headers, body }) => url === endpoint.url && headers['X-Service-Signature'] === signs(body, endpoint),
    )
    known += got.length
    const wanted = endpoint.active ? (owed.get(endpoint) ?? []) : []
    if (endpoint.active) owed.set(endpoint, [])
    if (got.length !== wanted.length) faults.push(`posted was ${eventNames(got)} and not ${eventNames(wanted)}`)
    const posted = got.map(({ event, data }) => ({ event, facts: data }))
    faults.push(...differences(wanted.toSorted(byStop), posted.toSorted(byStop), 'posts'))
  }
  if (known < posts.length) faults.push('something was posted where nothing is pending, or its signature is wrong')
  return posts.length
}

const eventNames = (list: readonly { event: string }[]): string =>
  list.map(({ event }) => event).join(', ') || 'nothing'

const byRoute = (a: EmittedEvent, b: EmittedEvent): number =>
  String(a.facts.route_uuid).localeCompare(String(b.facts.route_uuid))

/**
 * Sorts events before the comparison, because most events of a stop may arrive in any order. Outcomes of a stop and their
 * undoing keep their order, because receivers rely on it.
 */
const byStop = (a: EmittedEvent, b: EmittedEvent): number => eventSortKey(a).localeCompare(eventSortKey(b))
const eventSortKey = ({ event, facts }: EmittedEvent): string => {
  const chained = ['stop.delivered', 'stop.failed', 'stop.skipped', 'stop.undone'].includes(event)
  return `${String(facts.route_uuid)} ${String(facts.stop_uuid)} ${chained ? '' : `${event} ${String(facts.occurred_at)}`}`
}

async function createFleet(app: App, businessId: string): Promise<Vehicle[]> {
  const driver = async (name: string, phone: string | null) => {
    const { driverId } = await createDriver(app, businessId, { name, phone, email: null, language: null })
    return { driver_uuid: driverId, name }
  }
  const any = { temperatures: ['DRY'], capacity: null, maxStops: null } as const
  const cold = { temperatures: ['DRY', 'REFRIGERATED', 'FROZEN'], capacity: 400, maxStops: null } as const
  const vehicles: Omit<Vehicle, 'vehicleId'>[] = [
    { ...any, name: 'Van 1', driver: await driver('Driver with a phone', '+12025550101'), shiftEnd: '23:59' },
    { ...cold, name: 'Van 2', driver: await driver('Driver without', null), shiftEnd: '20:00' },
    { ...any, name: 'Van 3', driver: null, maxStops: 2, shiftEnd: '18:00' },
  ]
  const made: Vehicle[] = []
  for (const vehicle of vehicles) {
    const { vehicleId } = await createVehicle(app, businessId, {
      name: vehicle.name,
      capacityLbs: vehicle.capacity,
      temperatureClasses: [...vehicle.temperatures],
      shiftStart: '00:00',
      shiftEnd: vehicle.shiftEnd,
      maxStops: vehicle.maxStops,
      driverId: vehicle.driver?.driver_uuid ?? null,
      depotId: null,
    })
    made.push({ ...vehicle, vehicleId })
  }
  return made
}
