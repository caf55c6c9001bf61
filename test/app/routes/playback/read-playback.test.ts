// Tests playback: the state of a day at any minute, and the causes of lateness.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { historyFaults } from '../../../../bench/proof/history-faults.ts'
import type { PlaybackOut } from '../../../../src/contract/office/playback.ts'
import { coursesOf } from '../../../../src/domain/playback/courses.ts'
import { knownAt } from '../../../../src/domain/playback/history.ts'
import { latenessOf } from '../../../../src/domain/playback/lateness.ts'
import { testClock } from '../../../helpers/clock.ts'
import { signedIn } from '../../../helpers/office.ts'
import { dispatchedRoute, takeOff } from '../../../helpers/routes.ts'
import { startService } from '../../../helpers/service.ts'

// The test clock differs from the real time by a minute. If it differed by less than a second, the database would write
// times by its own clock.
const clock = testClock(new Date(Date.now() + 60_000))
const service = await startService({ replaced: { clock: clock.now } })

test('a day has its state of each minute: planned, sent, a stop removed, one delivered, undone, and failed', async () => {
  const { shop, route } = await dispatchedRoute(service, 3)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const [first, second, third] = route.stops
  const minute = (): Date => {
    const now = service.app.clock()
    clock.advance(60)
    return now
  }
  const sent = minute()
  await takeOff(service, shop, route, 2)
  const fewer = minute()
  const status = `/routes/${route.route_uuid}/stops/${first?.stop_uuid}/status`
  assert.equal((await shop.post(status, { status: 'DELIVERED' })).status, 200)
  const delivered = minute()
  assert.equal((await shop.post(`/routes/${route.route_uuid}/stops/${first?.stop_uuid}/undo`)).status, 200)
  const undone = minute()
  assert.equal((await shop.post(status, { status: 'FAILED', reason: 'Closed' })).status, 200)
  const failed = minute()

  const { body } = await office.get<PlaybackOut>(`/day/playback?date=${route.date}`)
  const { entries, orders, names } = body.data
  const at = (then: Date): (string | undefined)[] => {
    const known = knownAt(entries, ({ record_uuid }) => record_uuid, then)
    return route.stops.map(({ stop_uuid }) => {
      const entry = known.get(stop_uuid)
      return entry?.kind === 'STOP' ? entry.state?.status : undefined
    })
  }
  assert.deepEqual(at(new Date(sent.getTime() - 86_400_000)), [undefined, undefined, undefined])
  assert.deepEqual(at(sent), ['PENDING', 'PENDING', 'PENDING'])
  assert.deepEqual(at(fewer), ['PENDING', 'PENDING', undefined])
  assert.deepEqual(at(delivered), ['DELIVERED', 'PENDING', undefined])
  assert.deepEqual(at(undone), ['PENDING', 'PENDING', undefined])
  assert.deepEqual(at(failed), ['FAILED', 'PENDING', undefined])
  assert.ok(
    orders.some(({ order_uuid }) => order_uuid === third?.order_uuid),
    'one that came off has its name, too',
  )
  assert.ok(second)
  assert.ok(Object.values(names).includes('Test van'))
  assert.deepEqual(await historyFaults(service.app, shop.businessId), [])
  const neighbor = await signedIn(service, (await service.business()).businessId)
  assert.deepEqual((await neighbor.get<PlaybackOut>(`/day/playback?date=${route.date}`)).body.data.entries, [])
})

test('missing history is detected by a reconstruction from it', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const change = (text: string) => service.app.db.query(text, [shop.businessId])
  await change("delete from history where business_uuid = $1 and kind = 'ROUTE'")
  assert.deepEqual(await historyFaults(service.app, shop.businessId), [`history has no route ${route.route_uuid}`])
})

test('a day with more entries than a page continues after the last one', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  await service.app.db.query(
    `insert into history (business_uuid, at, kind, record_uuid, route_uuid, state)
     select $1, now(), 'STOP', $2, $3, null from generate_series(1, 20000)`,
    [shop.businessId, route.stops[0]?.stop_uuid, route.route_uuid],
  )
  const read = (after: string) => office.get<PlaybackOut>(`/day/playback?date=${route.date}${after}`)
  const page = (await read('')).body.data
  assert.equal(page.entries.length, 20_000)
  const rest = (await read(`&after=${page.next}`)).body.data
  assert.ok(rest.entries.length > 0)
  assert.equal(rest.next, null)
})

test('the reasons for a late stop add up to its minutes, for the dispatched plan', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const [first, second] = route.stops
  const until = (instant: string | undefined, minutes: number): void =>
    clock.advance((Date.parse(instant ?? '') - service.app.clock().getTime()) / 1_000 + minutes * 60)
  const deliver = async (stopId: string | undefined): Promise<void> => {
    const path = `/routes/${route.route_uuid}/stops/${stopId}/status`
    assert.equal((await shop.post(path, { status: 'DELIVERED' })).status, 200)
  }
  until(first?.planned_arrival, 20)
  await deliver(first?.stop_uuid)
  until(second?.planned_arrival, 33)
  await deliver(second?.stop_uuid)
  const { entries } = (await office.get<PlaybackOut>(`/day/playback?date=${route.date}`)).body.data
  const courses = coursesOf(entries, route.route_uuid, service.app.clock(), () => null)
  assert.ok(courses)
  // The driver tapped this stop only once, at its end. Its start is assumed to be earlier by the planned service time.
  const atStop = second?.service_minutes ?? 0
  const late = latenessOf(courses.planned, courses.actual, second?.stop_uuid ?? '')
  assert.equal(late?.minutes, 33 - atStop)
  assert.equal(
    late.causes.reduce((sum, { minutes }) => sum + minutes, 0),
    33 - atStop,
  )
  assert.ok(late.causes.some(({ cause, minutes }) => cause === 'DRIVE' && minutes > 0))
  assert.equal(latenessOf(courses.planned, courses.actual, null)?.minutes, 33 - atStop)
})
