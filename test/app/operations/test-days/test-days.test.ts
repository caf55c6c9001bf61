// Tests simulated days of a test side (docs/spec/test-mode.md#a-simulated-day).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { RouteWithStops } from '../../../../src/contract/routes.ts'
import type { TestDayOut } from '../../../../src/contract/test-days.ts'
import { changeSettings } from '../../../../src/app/business/settings/change-settings.ts'
import { driveTestDaysJob } from '../../../../src/jobs/drive-test-days.ts'
import { sendMessagesJob } from '../../../../src/jobs/send-messages.ts'
import { settleOutcomesJob } from '../../../../src/jobs/settle-outcomes.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { testClock } from '../../../helpers/clock.ts'
import { dispatchedRoute } from '../../../helpers/routes.ts'
import { type Client, startService } from '../../../helpers/service.ts'
import { sideWithRoutes, simulate } from '../../../helpers/test-days.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

interface SeenEvent {
  event: string
  test?: true
  data: Record<string, unknown>
}

async function eventsOf(side: Client): Promise<SeenEvent[]> {
  const events: SeenEvent[] = []
  for (let after: string | null = ''; after !== null; ) {
    const { body }: { body: { data: SeenEvent[]; next_cursor: string | null } } = await side.get<SeenEvent[]>(
      `/events?limit=200${after && `&after=${after}`}`,
    )
    events.push(...body.data)
    after = body.next_cursor
  }
  return events
}

/**
 * Returns the events of the day as JSON, to compare two runs. Values that differ in each run (IDs, URLs and their
 * expiry) are null. Events of orders are left out, because the orders are created before the day.
 */
const withoutIds = (events: readonly SeenEvent[]): string =>
  JSON.stringify(
    events.filter(({ event }) => !event.startsWith('order.')),
    (key, value: unknown) => (/_uuid$|_url$|_urls$|urls_expire_at/.test(key) ? null : value),
  )

const routesOf = async (side: Client, date: string): Promise<RouteWithStops[]> => {
  const { body } = await side.get<{ route_uuid: string }[]>(`/routes?date=${date}`)
  return Promise.all(
    body.data.map(async ({ route_uuid }) => (await side.get<RouteWithStops>(`/routes/${route_uuid}`)).body.data),
  )
}

const EVERYTHING = { failed_share: 0.3, late_share: 0.3, offline_share: 0.3, undone_share: 0.4 }

test('a day is driven to its end: all stops settle on its own clock, notices are recorded, and none is sent', async () => {
  const { side, date } = await sideWithRoutes(service, { stops: 10, vans: 2 })
  const day = await simulate(service, side, { date, seed: 3, ...EVERYTHING })
  assert.equal(day.status, 'FINISHED')
  assert.deepEqual([day.routes_count, day.stop_count, day.stops_done], [2, 10, 10])
  await expectAuditRow(service, side, 'test_day.started', { entityId: day.test_day_uuid, by: { kind: 'API' } })

  const events = await eventsOf(side)
  assert.ok(events.every((event) => event.test))
  for (const route of await routesOf(side, date)) {
    assert.equal(route.status, 'COMPLETED')
    for (const stop of route.stops) {
      assert.ok(stop.status === 'DELIVERED' || stop.status === 'FAILED', stop.status)
      assert.equal(stop.settles_at, null)
      assert.ok(stop.arrived_at && stop.finished_at && stop.arrived_at < stop.finished_at)
      assert.ok(route.started_at && stop.arrived_at > route.started_at)
      assert.ok(route.completed_at && stop.finished_at < route.completed_at)
      const told = events.filter(({ data }) => data.stop_uuid === stop.stop_uuid).map(({ event }) => event)
      const name = stop.status === 'DELIVERED' ? 'stop.delivered' : 'stop.failed'
      assert.equal(told.filter((event) => event === 'stop.delivered' || event === 'stop.failed').length, 1)
      assert.equal(told.at(-1), name, 'a tap undone in the undo window causes no event')
    }
    assert.equal(
      events.filter((e) => e.event === 'route.completed' && e.data.route_uuid === route.route_uuid).length,
      1,
    )
  }
  assert.ok((await routesOf(side, date)).some(({ stops }) => stops.some((stop) => stop.undo_count > 0)))
  const messages = await app.db.asBusiness(side.businessId, (tx) =>
    tx.selectFrom('messages').select(['kind', 'status']).execute(),
  )
  assert.ok(messages.some(({ kind }) => kind === 'DELIVERED'))
  assert.deepEqual(
    messages.filter(({ status }) => status !== 'LOGGED' && status !== 'DROPPED'),
    [],
  )
})

test('the same seed causes the same events except IDs at any speed, another seed different ones', async () => {
  const told = new Map<number, string[]>()
  for (const [seed, speed] of [
    [5, null],
    [5, 60],
    [6, null],
  ] as const) {
    const { side, date } = await sideWithRoutes(service, { stops: 6, vans: 2 })
    let { status, test_day_uuid: id } = await simulate(service, side, { date, seed, speed, ...EVERYTHING })
    while (status === 'RUNNING') {
      clock.advance(7)
      while (await driveTestDaysJob.run(app));
      status = (await side.get<TestDayOut>(`/test/days/${id}`)).body.data.status
    }
    told.set(seed, [...(told.get(seed) ?? []), withoutIds(await eventsOf(side))])
  }
  assert.equal(told.get(5)?.[0], told.get(5)?.[1])
  assert.notEqual(told.get(5)?.[0], told.get(6)?.[0])
})

test('a day with a speed follows the clock, no other job does its work, and it resumes after a stop', async () => {
  const { side, date } = await sideWithRoutes(service, { stops: 3 })
  const begun = await side.post<TestDayOut>('/test/days', { date, speed: 60 })
  const { test_day_uuid: id, virtual_now: start } = begun.body.data
  const read = async () => (await side.get<TestDayOut>(`/test/days/${id}`)).body.data
  const go = async (seconds: number) => {
    clock.advance(seconds)
    while (await driveTestDaysJob.run(app));
  }
  await go(0)
  assert.equal((await read()).stops_done, 0)
  for (let i = 0; i < 2_000 && (await read()).stops_done === 0; i++) await go(1)
  const held = await routesOf(side, date)
  assert.ok(
    held[0]?.stops.some(({ settles_at }) => settles_at !== null),
    'the undo window follows the clock of the day',
  )
  assert.ok(new Date((await read()).virtual_now).getTime() > new Date(start).getTime())
  // Even if the general jobs run with a clock that is past the simulated day, they must not do its work.
  const late = { ...app, clock: () => new Date(Date.now() + 30 * 86_400_000) }
  await settleOutcomesJob.run(late)
  await sendMessagesJob.run(late)
  assert.deepEqual(await routesOf(side, date), held)

  const stopped = await side.post<TestDayOut>(`/test/days/${id}/stop`)
  assert.equal(stopped.body.data.status, 'STOPPED')
  await expectAuditRow(service, side, 'test_day.stopped', { entityId: id })
  assert.equal((await side.post<TestDayOut>(`/test/days/${id}/stop`)).body.data.ended_at, stopped.body.data.ended_at)
  const day = await simulate(service, side, { date })
  assert.deepEqual([day.status, day.stops_done], ['FINISHED', 3])
})

test('the day resumes after a crash at any write; each tap counts once and none is lost', async () => {
  let writes = 0
  for (let last = 1; ; last++) {
    const { side, date } = await sideWithRoutes(service, { stops: 2 })
    const { body } = await side.post<TestDayOut>('/test/days', { date })
    writes = 0
    const gone = () => Promise.reject(new Error('the process is gone'))
    // Simulates a crash right after write number `last` has committed. Its result is lost and every later write fails,
    // so that the process can't store its progress.
    const asWriter: typeof app.db.asWriter = async (id, work) => {
      if (writes === last) return gone()
      const result = await app.db.asWriter(id, work)
      return ++writes === last ? gone() : result
    }
    const asBusiness: typeof app.db.asBusiness = (id, work) => (writes === last ? gone() : app.db.asBusiness(id, work))
    const dying = { ...app, log: { ...app.log, error: () => {} }, db: { ...app.db, asWriter, asBusiness } }
    const driven = async () => {
      while (await driveTestDaysJob.run(dying));
    }
    await driven().catch(({ message }: Error) => assert.equal(message, 'the process is gone'))
    clock.advance(61)
    while (await driveTestDaysJob.run(app));
    const day = (await side.get<TestDayOut>(`/test/days/${body.data.test_day_uuid}`)).body.data
    assert.deepEqual([day.status, day.stops_done], ['FINISHED', 2], `after write ${last}`)
    const events = (await eventsOf(side)).map(({ event }) => event)
    assert.equal(events.filter((event) => event === 'stop.delivered' || event === 'stop.failed').length, 2)
    assert.equal(events.filter((event) => event === 'route.started').length, 1)
    if (writes < last) break
  }
  assert.ok(writes >= 6, `the day is ${writes} writes long`)
})

test('a day that can’t be simulated is rejected with the reason', async () => {
  const { shop, date } = await dispatchedRoute(service, 1)
  const refused = async (client: Client, body: Record<string, unknown>) => {
    const answer = await client.post('/test/days', body)
    return [answer.status, answer.body.details.code, ...(answer.body.details.fields ?? [])]
  }
  assert.deepEqual(await refused(shop, { date }), [409, 'TEST_KEY_NEEDED'])
  const { side, date: built } = await sideWithRoutes(service, { stops: 1 })
  assert.deepEqual(await refused(side, { date: '01/02/2030' }), [409, 'NO_OPEN_ROUTE'])
  assert.deepEqual(await refused(side, { date: '2030-01-02' }), [400, 'INVALID', 'date'])
  assert.deepEqual(await refused(side, { date: built, speed: 2 }), [400, 'INVALID', 'speed'])
  assert.deepEqual(await refused(side, { date: built, failed_share: 1.5 }), [400, 'INVALID', 'failed_share'])
  assert.deepEqual(await refused(side, { date: built, luck: 1 }), [400, 'INVALID', 'luck'])
  assert.equal((await side.get(`/test/days/${randomUUID()}`)).status, 404)
  assert.equal((await side.post(`/test/days/${randomUUID()}/stop`)).status, 404)

  await changeSettings(app, side.businessId, { proofRequired: 'PHOTO' })
  assert.deepEqual(await refused(side, { date: built }), [409, 'TEST_DAY_TAKES_NO_PHOTOS'])
  await changeSettings(app, side.businessId, { proofRequired: 'NONE' })
  const { body } = await side.post<TestDayOut>('/test/days', { date: built })
  assert.deepEqual(await refused(side, { date: built }), [409, 'TEST_DAY_RUNNING'])
  assert.equal((await shop.get(`/test/days/${body.data.test_day_uuid}`)).status, 404, 'of another business')
  await side.post(`/test/days/${body.data.test_day_uuid}/stop`)
})

test('due work that fails delays neither other work nor the end of the day', async () => {
  const { side, date } = await sideWithRoutes(service, { stops: 4, vans: 2 })
  const [first, other] = await routesOf(side, date)
  // The end of an undo window on the first route can't be written.
  await app.db.query(
    `create function refuse_hold() returns trigger language plpgsql as $$ begin
       if old.settles_at is not null and new.settles_at is null and new.status in ('DELIVERED', 'FAILED')
         and new.route_uuid = '${first?.route_uuid}' then raise 'refused'; end if;
       return new; end $$`,
    [],
  )
  await app.db.query(
    'create trigger refuse_hold before update on stops for each row execute function refuse_hold()',
    [],
  )
  const quiet = { ...app, log: { ...app.log, error: () => {} } }
  const { body } = await side.post<TestDayOut>('/test/days', { date, undone_share: 0 })
  while (await driveTestDaysJob.run(quiet));
  await app.db.query('drop function refuse_hold cascade', [])
  const day = (await side.get<TestDayOut>(`/test/days/${body.data.test_day_uuid}`)).body.data
  assert.deepEqual([day.status, day.stops_done], ['FINISHED', 4])
  const routes = await routesOf(side, date)
  assert.equal(routes.find(({ route_uuid }) => route_uuid === other?.route_uuid)?.status, 'COMPLETED')
  const held = routes.find(({ route_uuid }) => route_uuid === first?.route_uuid)
  assert.ok(held?.stops.every(({ settles_at }) => settles_at !== null))
})
