// Tests the two proposed plans of a build. A proposal changes nothing. The user can accept one plan, once, if nothing has
// changed since.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OfficeBuildOut } from '../../../src/contract/build.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { testClock } from '../../helpers/clock.ts'
import { addVehicle } from '../../helpers/fleet.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { proposedPlans } from '../../helpers/proposed-plans.ts'
import { orderBody } from '../../helpers/orders.ts'
import { shopWithOrders } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })

const proposed = (office: Office, body: object) => proposedPlans(service, office, body)

async function dayFor(count = 4) {
  const made = await shopWithOrders(service, count)
  await addVehicle(service.app, made.shop.businessId, { name: 'Second van' })
  return { ...made, office: await signedIn(service, made.shop.businessId, 'DISPATCHER') }
}

test('a build proposes two plans without a change, and one of them becomes the routes, once', async () => {
  const { shop, office, date } = await dayFor()
  const { data, progress } = await proposed(office, { date, options: { balance: 'STOPS', seed: 1 } })
  assert.deepEqual(progress, [
    { balance: 'NONE', made: 0 },
    { balance: 'STOPS', made: 1 },
  ])
  assert.deepEqual(
    data?.plans.map(({ balance, stop_count, routes, unassigned_count }) => [
      balance,
      stop_count,
      routes,
      unassigned_count,
    ]),
    [
      ['NONE', 4, 2, 0],
      ['STOPS', 4, 2, 0],
    ],
  )
  const even = data?.plans[1]
  assert.deepEqual([even?.fewest_stops, even?.most_stops], [2, 2])
  const listed = () => shop.get<unknown[]>(`/routes?date=${encodeURIComponent(date)}`)
  assert.equal((await listed()).body.data.length, 0)

  const accepted = await office.post<OfficeBuildOut>(`/build/${even?.build_uuid}/accept`)
  assert.equal(accepted.status, 200, accepted.body.message)
  assert.deepEqual(
    accepted.body.data.routes.map(({ stops }) => stops.length),
    [2, 2],
  )
  const miles = accepted.body.data.routes.reduce((sum, route) => sum + route.distance_miles, 0)
  assert.ok(Math.abs(miles - (even?.distance_miles ?? 0)) < 0.02, 'the routes have the distance of the plan')
  await expectAuditRow(service, shop, 'route.built', { times: 2 })
  assert.equal((await listed()).body.data.length, 2)
  const again = await office.post(`/build/${even?.build_uuid}/accept`)
  assert.deepEqual([again.status, again.body.details?.code], [409, 'BUILD_ACCEPTED'])
  const other = await office.post(`/build/${data?.plans[0]?.build_uuid}/accept`)
  assert.deepEqual([other.status, other.body.details?.code], [409, 'BUILD_STALE'])
})

test('the plan that drives least is compared with the fair one', async () => {
  const { office, date } = await dayFor(2)
  const { progress } = await proposed(office, { date, options: { balance: 'NONE' } })
  assert.deepEqual(
    progress.map(({ balance }) => balance),
    ['NONE', 'FAIR'],
  )
})

test('a plan is stale after a delivery, a route or a vehicle has changed', async () => {
  const { shop, office, date, refs } = await dayFor()
  const plan = async () => (await proposed(office, { date, external_refs: refs })).data?.plans[1]?.build_uuid
  const refused = async (build: string | undefined) => {
    const { status, body } = await office.post(`/build/${build}/accept`)
    assert.deepEqual([status, body.details?.code], [409, 'BUILD_STALE'])
  }
  const first = await plan()
  await shop.post('/orders', orderBody({ delivery_date: date, external_ref: refs[0], load_weight_lbs: 77 }))
  await refused(first)
  const second = await plan()
  await addVehicle(service.app, shop.businessId, { name: 'Third van' })
  await refused(second)
  const third = await plan()
  assert.equal((await office.post(`/build/${third}/accept`)).status, 200)
})

test('a plan expires, and a user can’t accept another user’s plan', async () => {
  const { office, date } = await dayFor()
  const stranger = await dayFor(0)
  const { data } = await proposed(office, { date })
  const path = `/build/${data?.plans[0]?.build_uuid}/accept`
  assert.equal((await stranger.office.post(path)).status, 404)
  clock.advance(16 * 60)
  const late = await office.post(path)
  assert.deepEqual([late.status, late.body.details?.code], [409, 'BUILD_EXPIRED'])
})

test('without routable deliveries, no plan is proposed and each delivery has a reason', async () => {
  const { shop, office, date } = await dayFor(0)
  await shop.post('/orders', orderBody({ delivery_date: date, temperature_class: 'FROZEN' }))
  const { data, last } = await proposed(office, { date })
  assert.equal(data, undefined)
  assert.match(JSON.stringify(last), /NOTHING_ROUTABLE.*frozen goods/)
})
