// Simulates one driver of a simulated day with the same calls that the driver page makes.
import { createHash } from 'node:crypto'
import { type DriverRoute, type RunStop, Tap, type TapInput } from '../../../contract/driver.ts'
import { isRunning } from '../../../domain/routes/route.ts'
import { isOutcome } from '../../../domain/routes/stop.ts'
import type { Actor } from '../../../domain/users/actor.ts'
import { type StopVisit, stopVisit } from '../../../domain/test-days/stop-visit.ts'
import { readRoute, type Route } from '../../../store/routes/routes.ts'
import type { SimulatedDriver, TestDay } from '../../../store/test-days/test-days.ts'
import { type App, type Context, makeContext } from '../../context.ts'
import { readDriverRoute } from '../../driving/read-driver-route.ts'
import { takePosition } from '../../driving/take-position.ts'
import { applyTap } from '../../driving/take-tap.ts'
import { AppError } from '../../errors.ts'
import { dispatchRoute } from '../../routes/dispatch-route.ts'

/** Surroundings of the driver. The clock of `app` is the day's clock. */
export interface Scene {
  day: TestDay
  app: App
  businessId: string
  timeZone: string
}

/** Value of `SimulatedDriver.at` if the driver has nothing left to do. */
export const OVER = -1

/** Interval at which the driver's phone reports its location. It also reports at each arrival. */
const SEEN_EVERY_MS = 2 * 60_000
/** Minimum duration of a drive or a service. */
const MIN_MS = 20_000

/**
 * Does the driver's due action and sets the next action in `driver`. If the action is refused, for example because the
 * office changed the route, the driver stops for the day.
 */
export async function step(scene: Scene, driver: SimulatedDriver): Promise<void> {
  try {
    await doDueAction(scene, driver)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The action was refused. The error has a retry time if another user is changing the same records; otherwise the
    // route has changed since the driver read it.
    driver.at = error.retryAfterSeconds ? driver.at + error.retryAfterSeconds * 1000 : OVER
  }
}

async function doDueAction(scene: Scene, driver: SimulatedDriver): Promise<void> {
  const ctx = contextOf(scene, { kind: 'SYSTEM', id: null })
  const route = await ctx.read((tx) => readRoute(tx, driver.routeId))
  if (route?.status === 'PLANNED') {
    await dispatchRoute(ctx, driver.routeId)
    return
  }
  if (!route || !isRunning(route.status)) {
    driver.at = OVER
    return
  }
  const [waiting] = driver.taps
  const starts = Math.max(driver.at, route.plannedStart?.getTime() ?? 0)
  if (route.status === 'DISPATCHED' && starts > driver.at) driver.at = driver.since = starts
  else if (waiting) await sendTap(scene, driver, route, waiting.tap as TapInput)
  else if (route.status === 'DISPATCHED')
    await sendTap(scene, driver, route, { kind: 'START', at: instant(driver.since) })
  else await sendPosition(scene, driver, route)
}

/** Sends the tap under a unique key, so that it counts once even if it is repeated after a crash. */
async function sendTap(scene: Scene, driver: SimulatedDriver, route: Route, input: TapInput): Promise<void> {
  // The key contains the kind, because a count may occur twice. After a crash, a start whose count was not saved is not
  // sent again, and the next tap gets the same count.
  const key = `${scene.day.testDayId} ${driver.routeId} ${input.kind} ${driver.count}`
  // Parse the tap to give its fields a fixed order. A repeated tap must have the same hash, but the database doesn't
  // preserve the order of fields.
  const tap = Tap.parse(input)
  const ctx = contextOf(scene, driverActor(route), {
    scope: `POST /d/${driver.routeId}`,
    key,
    bodyHash: createHash('sha256').update(JSON.stringify(tap)).digest(),
    respond: () => ({ status: 200, data: null }),
  })
  const run = await applyTap({ ctx, routeId: driver.routeId, ended: null }, tap)
  driver.count++
  driver.taps = driver.taps.slice(1)
  driver.since = new Date(input.at).getTime()
  const [next] = driver.taps
  if (next) driver.at = next.at
  else planNextAction(scene, driver, route, run)
}

async function sendPosition(scene: Scene, driver: SimulatedDriver, route: Route): Promise<void> {
  const ctx = contextOf(scene, driverActor(route))
  const run = await readDriverRoute(ctx, driver.routeId)
  const way = wayOf(scene, driver, route, run)
  if (!way) {
    driver.at = OVER
    return
  }
  const share = Math.min(1, (driver.at - driver.since) / (way.arrives - driver.since))
  const { lat, lng } = way.to
  if (way.from && lat !== null && lng !== null)
    await takePosition(ctx, driver.routeId, {
      lat: way.from.lat + (lat - way.from.lat) * share,
      lng: way.from.lng + (lng - way.from.lng) * share,
    })
  driver.seen++
  planNextAction(scene, driver, route, run)
}

/**
 * Plans the next action: reporting another location on the way, or the taps at the next stop. If all stops are done,
 * the driver has nothing left to do.
 */
function planNextAction(scene: Scene, driver: SimulatedDriver, route: Route, run: DriverRoute): void {
  const way = wayOf(scene, driver, route, run)
  if (!way) {
    driver.at = OVER
    return
  }
  if (driver.since + driver.seen * SEEN_EVERY_MS < way.arrives) {
    driver.at = Math.min(way.arrives, driver.since + (driver.seen + 1) * SEEN_EVERY_MS)
    return
  }
  driver.seen = 0
  driver.taps = tapsAt(way, run)
  driver.at = Math.max(scene.day.virtualNow.getTime(), driver.taps[0]?.at ?? OVER)
}

interface Way {
  stop: RunStop
  visit: StopVisit
  from: { lat: number; lng: number } | null
  to: { lat: number | null; lng: number | null }
  arrives: number
}

/** Returns the drive to the next stop. Null if no stop is left. */
function wayOf({ day }: Scene, driver: SimulatedDriver, route: Route, run: DriverRoute): Way | null {
  const index = run.stops.findIndex(({ status }) => !isOutcome(status))
  const stop = run.stops[index]
  if (!stop) return null
  const visit = stopVisit([day.seed, day.day, run.route.name, stop.external_ref].join('/'), day)
  const before = run.stops[index - 1]
  const left = before
    ? new Date(before.planned_arrival).getTime() + before.service_minutes * 60_000
    : new Date(run.route.started_at ?? driver.since).getTime()
  const planned = new Date(stop.planned_arrival).getTime() - left
  const drive = Math.max(MIN_MS, planned * visit.driveFactor) + visit.heldUp * 1000
  const from = before ? pointOf(before) : route.depot
  return { stop, visit, from, to: stop.address, arrives: driver.since + Math.round(drive / 1000) * 1000 }
}

const pointOf = ({ address: { lat, lng } }: RunStop) => (lat === null || lng === null ? null : { lat, lng })

function tapsAt({ stop, visit, to, arrives }: Way, run: DriverRoute): SimulatedDriver['taps'] {
  const service = Math.max(MIN_MS, stop.service_minutes * 60_000 * visit.serviceFactor)
  const done = arrives + Math.round(service / 1000) * 1000
  const stop_uuid = stop.stop_uuid
  const place = to.lat === null || to.lng === null ? {} : { lat: to.lat, lng: to.lng, accuracy_meters: 8 }
  const outcome = (status: StopVisit['outcome'], at: number): TapInput => ({
    kind: 'OUTCOME',
    stop_uuid,
    status,
    at: instant(at),
    ...place,
    ...(status === 'FAILED'
      ? {
          reason:
            run.business.failure_reasons[Math.floor(visit.reason * run.business.failure_reasons.length)] ??
            'Nobody there',
        }
      : atDoor(stop)),
  })
  const tapped: [number, TapInput][] = [[arrives, { kind: 'ARRIVE', stop_uuid, at: instant(arrives) }]]
  if (visit.misTap && run.business.undo_window_seconds > 0) {
    const wrong = visit.outcome === 'FAILED' ? 'DELIVERED' : 'FAILED'
    const undoneAt = done + Math.min(visit.misTap.undoneAfter, run.business.undo_window_seconds - 1) * 1000
    const right = undoneAt + visit.misTap.rightAfter * 1000
    tapped.push([done, outcome(wrong, done)], [undoneAt, { kind: 'UNDO', stop_uuid, at: instant(undoneAt) }])
    tapped.push([right, outcome(visit.outcome, right)])
  } else tapped.push([done, outcome(visit.outcome, done)])
  const online = visit.offline === null ? 0 : (tapped.at(-1)?.[0] ?? done) + visit.offline * 1000
  return tapped.map(([at, tap]) => ({ at: Math.max(at, online), tap: tap as unknown as Record<string, unknown> }))
}

/** Values that a driver without problems enters for the checks at the door. */
const atDoor = ({ collect_amount: amount, id_check: idCheck, code_digests: codes }: RunStop) => ({
  not_scanned: 'Simulated',
  checks: {
    ...(amount !== undefined && { collected: { amount, method: 'CASH' as const } }),
    ...(idCheck !== undefined && { identified: true }),
    ...(codes && { code: { reason: 'Simulated' } }),
  },
})

const driverActor = ({ driverId }: Route): Actor => ({ kind: 'DRIVER', id: driverId })

const instant = (at: number): string => new Date(at).toISOString()

const contextOf = (
  { app, businessId, timeZone }: Scene,
  actor: Actor,
  idempotency: Context['idempotency'] = null,
): Context =>
  makeContext(app, {
    businessId,
    timeZone,
    isTest: true,
    actor,
    requestId: null,
    idempotency,
  })
