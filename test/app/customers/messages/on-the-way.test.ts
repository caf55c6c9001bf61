// Notices to customers of a route under way. A notice is sent only if its content is still true when it is due. One
// kind of notice is that the delivery won't come.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { OrderOut } from '../../../../src/contract/order.ts'
import { sendMessagesJob } from '../../../../src/jobs/send-messages.ts'
import { testClock } from '../../../helpers/clock.ts'
import { driverToken } from '../../../helpers/links.ts'
import { dateIn, dispatchedRoute, takeOff } from '../../../helpers/routes.ts'
import { startService } from '../../../helpers/service.ts'

const clock = testClock(new Date('2026-11-22T17:00:00Z'))
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

/** A dispatched route whose customers get every notice, and its driver's phone. */
async function onTheRoad(stops: number) {
  const made = await dispatchedRoute(service, stops, { customer_phone: '+12025550143', sms_consent: true })
  const { shop, route } = made
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ notifyOnTheWay: true, notifyOutcome: true }).execute(),
  )
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const stop = (index: number) => route.stops[index]?.stop_uuid ?? ''
  const ref = (index: number) => route.stops[index]?.external_ref ?? ''
  return {
    ...made,
    stop,
    ref,
    tap: async (tap: Record<string, unknown>) => {
      const { status } = await fetch(`${service.url}/d/${token}/taps`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ at: clock.now().toISOString(), ...tap }),
      })
      assert.equal(status, 200)
    },
    /** Returns the positions of the stops whose customers got this kind of notice. */
    told: async (kind: string) => {
      await sendMessagesJob.run(app)
      const rows = await app.db.asBusiness(shop.businessId, (tx) =>
        tx
          .selectFrom('messages as m')
          .innerJoin('orders as o', 'o.orderId', 'm.orderId')
          .select(['o.externalRef', 'm.kind', 'm.status'])
          .execute(),
      )
      const sent = rows.filter((row) => row.kind === kind && row.status === 'LOGGED')
      return sent
        .map(({ externalRef }) => route.stops.findIndex((one) => one.external_ref === externalRef))
        .sort((a, b) => a - b)
    },
  }
}
const agoText = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000).toISOString()

test('“you’re next” is sent after a minute if it is still true', async () => {
  const road = await onTheRoad(3)
  await road.tap({ kind: 'START' })
  assert.deepEqual(await road.told('NEXT_STOP'), [])
  clock.advance(61)
  assert.deepEqual(await road.told('NEXT_STOP'), [0])

  await road.tap({ kind: 'ARRIVE', stop_uuid: road.stop(0) })
  await road.tap({ kind: 'OUTCOME', status: 'SKIPPED', reason: 'Closed', stop_uuid: road.stop(0) })
  await road.tap({ kind: 'UNDO', stop_uuid: road.stop(0) })
  clock.advance(61)
  assert.deepEqual(await road.told('NEXT_STOP'), [0], 'the second stop was never next')

  await road.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: road.stop(0) })
  clock.advance(61)
  assert.deepEqual(await road.told('NEXT_STOP'), [0, 1], 'the second stop is next')
})

test('customers who were served during minutes without reception don’t get “you’re next”', async () => {
  const road = await onTheRoad(3)
  await road.tap({ kind: 'START', at: agoText(360) })
  for (const [index, seconds] of [
    [0, 300],
    [1, 100],
  ] as const) {
    await road.tap({ kind: 'ARRIVE', stop_uuid: road.stop(index), at: agoText(seconds) })
    // The other taps arrive later, because the connection is slow.
    clock.advance(70)
    assert.deepEqual(await road.told('NEXT_STOP'), [])
    await road.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: road.stop(index), at: agoText(seconds + 60) })
  }
  clock.advance(61)
  assert.deepEqual(await road.told('NEXT_STOP'), [], 'not for a tap that is minutes old')
})

test('customers of a later load get “out for delivery” when the driver leaves for them', async () => {
  const road = await onTheRoad(3)
  await app.db.asBusiness(road.shop.businessId, (tx) =>
    tx.updateTable('stops').set({ trip: 2 }).where('sequence', '>', 1).execute(),
  )
  const page = async (index: number) => {
    const { body } = await road.shop.get<OrderOut>(`/orders/${road.ref(index)}`)
    return (await fetch(service.url + new URL(body.data.tracking_url).pathname)).text()
  }
  await road.tap({ kind: 'START' })
  assert.deepEqual(await road.told('OUT_FOR_DELIVERY'), [0])
  assert.match(await page(0), /aria-current="step">Out for delivery/)
  assert.match(await page(2), /aria-current="step">Scheduled/)
  await road.tap({ kind: 'ARRIVE', stop_uuid: road.stop(0) })
  await road.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: road.stop(0) })
  assert.deepEqual(await road.told('OUT_FOR_DELIVERY'), [0, 1, 2])
  assert.match(await page(2), /aria-current="step">Out for delivery/)
})

test('customers with “out for delivery” get one notice if the stop is skipped, removed or canceled, or the route ends', async () => {
  const road = await onTheRoad(5)
  await road.tap({ kind: 'START' })
  assert.deepEqual(await road.told('OUT_FOR_DELIVERY'), [0, 1, 2, 3, 4])
  const skip = { kind: 'OUTCOME', status: 'SKIPPED', reason: 'Closed', stop_uuid: road.stop(0) }
  await road.tap(skip)
  await road.tap({ kind: 'UNDO', stop_uuid: road.stop(0) })
  clock.advance(121)
  assert.deepEqual(await road.told('NOT_COMING'), [], 'the skip was undone')
  await road.tap(skip)
  assert.deepEqual(await road.told('NOT_COMING'), [], 'not during the undo window')
  clock.advance(121)
  assert.deepEqual(await road.told('NOT_COMING'), [0])

  await takeOff(service, road.shop, road.route, 1)
  await takeOff(service, road.shop, road.route, 2)
  assert.equal((await road.shop.post(`/orders/${road.ref(2)}/cancel`)).status, 200)
  clock.advance(121)
  assert.deepEqual(await road.told('NOT_COMING'), [0, 1, 2])
  await road.tap({ kind: 'END' })
  clock.advance(121)
  assert.deepEqual(await road.told('NOT_COMING'), [0, 1, 2, 3, 4])

  const cancelled = await onTheRoad(2)
  await cancelled.tap({ kind: 'START' })
  await cancelled.told('OUT_FOR_DELIVERY')
  await cancelled.shop.post(`/routes/${cancelled.route.route_uuid}/cancel`)
  clock.advance(121)
  assert.deepEqual(await cancelled.told('NOT_COMING'), [0, 1])
})

test('customers without “out for delivery”, or on another route of the day, get no such notice', async () => {
  const silent = await onTheRoad(1)
  await silent.shop.post(`/routes/${silent.route.route_uuid}/cancel`)
  clock.advance(121)
  assert.deepEqual(await silent.told('NOT_COMING'), [])

  const moved = await onTheRoad(2)
  await moved.tap({ kind: 'START' })
  await moved.told('OUT_FOR_DELIVERY')
  await moved.tap({ kind: 'OUTCOME', status: 'SKIPPED', reason: 'Closed', stop_uuid: moved.stop(1) })
  await moved.tap({ kind: 'END' })
  const built = await moved.shop.post('/routes/build', { date: dateIn(service, 1) })
  assert.equal(built.status, 201, built.body.message)
  clock.advance(121)
  assert.deepEqual(await moved.told('NOT_COMING'), [])
})
