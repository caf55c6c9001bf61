// POST /test/days: simulates a day of the test side without real drivers (docs/spec/test-mode.md#a-simulated-day).
import { text } from '../../../texts/text.ts'
import type { TestDayBody, TestDayOut } from '../../../contract/test-days.ts'
import { isRunning } from '../../../domain/routes/route.ts'
import { MAX_TEST_STOPS, USUAL_TEST_DAY } from '../../../domain/test-days/test-day.ts'
import { audit } from '../../../store/audit/audit.ts'
import { type Route, readRoutes } from '../../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../../store/routes/stops.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import { endTestDay, findTestDay, insertTestDay, type SimulatedDriver } from '../../../store/test-days/test-days.ts'
import type { Tx } from '../../../store/database.ts'
import type { Context, WriteTx } from '../../context.ts'
import { conflicting, invalid, missing } from '../../errors.ts'
import { testDayToWire } from './test-day-wire.ts'

/** Time from the dispatch of a route to its start. */
const DISPATCHED_BEFORE_MS = 30 * 60_000

export const startTestDay = (ctx: Context, body: TestDayBody): Promise<TestDayOut> =>
  ctx.write(async (tx) => {
    const business = await findBusiness(tx)
    if (!business?.testOf)
      throw conflicting(
        'TEST_KEY_NEEDED',
        'Days are simulated only with test data. Use a key that begins with rk_test_.',
      )
    return readTestDayIn(tx, await beginTestDay(ctx, tx, body))
  })

/**
 * Creates the simulated day and returns its ID. Also accepts a business that is not a test side, but then all its data
 * must be fictional.
 */
export async function beginTestDay(ctx: Context, tx: WriteTx, body: TestDayBody): Promise<string> {
  const business = await findBusiness(tx)
  if (business?.proofRequired !== 'NONE' || business.proofRequiredFailed)
    throw conflicting(
      'TEST_DAY_TAKES_NO_PHOTOS',
      'The settings of the test data require photos or signatures, which a simulated day can’t take. Turn that off there first.',
    )
  const routes = (await readRoutes(tx, { day: body.date })).filter(
    ({ status }) => status === 'PLANNED' || isRunning(status),
  )
  const stops = Map.groupBy(
    await readStops(
      tx,
      routes.map(({ routeId }) => routeId),
    ),
    ({ routeId }) => routeId,
  )
  const drivers = routes
    .flatMap((route) => driverOf(route, stops.get(route.routeId) ?? []))
    .toSorted((a, b) => a.at - b.at)
  const [first] = drivers
  if (!first) throw conflicting('NO_OPEN_ROUTE', 'No route of that date has stops to drive. Build routes first.')
  const count = [...stops.values()].reduce((sum, each) => sum + each.length, 0)
  if (count > MAX_TEST_STOPS)
    throw invalid('date', text('has {count} stops; at most {most} are simulated', { count, most: MAX_TEST_STOPS }))
  const testDayId = ctx.newId()
  const asked = { ...USUAL_TEST_DAY, ...body }
  const begun = await insertTestDay(tx, {
    testDayId,
    day: body.date,
    seed: asked.seed,
    speed: asked.speed,
    failedShare: asked.failed_share,
    lateShare: asked.late_share,
    offlineShare: asked.offline_share,
    undoneShare: asked.undone_share,
    status: 'RUNNING',
    virtualNow: new Date(first.at),
    virtualStart: new Date(first.at),
    drivers,
    createdAt: ctx.now,
    nextAt: ctx.now,
    endedAt: null,
  })
  if (!begun) throw conflicting('TEST_DAY_RUNNING', 'A day is being simulated already. Stop it, or wait for its end.')
  audit(tx, ctx, {
    action: 'test_day.started',
    entity: 'test_day',
    entityId: testDayId,
    detail: { seed: asked.seed, speed: asked.speed },
  })
  ctx.wake('test-days')
  return testDayId
}

/**
 * Returns a list with the simulated driver of the route, who continues at the route's current progress. Empty if all
 * stops of the route are finished.
 */
function driverOf(route: Route, stops: readonly StopRead[]): SimulatedDriver[] {
  if (stops.every(({ finishedAt }) => finishedAt !== null)) return []
  const done = stops.flatMap(({ arrivedAt, finishedAt }) => [arrivedAt, finishedAt])
  const start = route.plannedStart ?? stops[0]?.plannedArrival ?? new Date(0)
  const before = [route.dispatchedAt, route.startedAt, ...done].map((at) => at?.getTime() ?? 0)
  const at = Math.max(start.getTime() - (route.dispatchedAt ? 0 : DISPATCHED_BEFORE_MS), ...before)
  return [{ routeId: route.routeId, at, since: at, taps: [], count: 0, seen: 0 }]
}

export const readTestDay = (ctx: Context, testDayId: string): Promise<TestDayOut> =>
  ctx.read((tx) => readTestDayIn(tx, testDayId))

export const stopTestDay = (ctx: Context, testDayId: string): Promise<TestDayOut> =>
  ctx.write(async (tx) => {
    const day = await findTestDay(tx, testDayId)
    if (!day) throw missing('simulated day with that id')
    if (!day.endedAt) {
      await endTestDay(tx, testDayId, 'STOPPED', ctx.now)
      audit(tx, ctx, { action: 'test_day.stopped', entity: 'test_day', entityId: testDayId })
    }
    return readTestDayIn(tx, testDayId)
  })

async function readTestDayIn(tx: Tx, testDayId: string): Promise<TestDayOut> {
  const day = await findTestDay(tx, testDayId)
  if (!day) throw missing('simulated day with that id')
  return testDayToWire(tx, day)
}
