// Tests that stops are taken off a route while its driver's phone is silent. Each response that takes stops off has a
// warning with the route.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { MovesOut } from '../../src/contract/manual-planning.ts'
import type { DayOut } from '../../src/contract/day.ts'
import { testClock } from '../helpers/clock.ts'
import { addDriver } from '../helpers/fleet.ts'
import { driverToken } from '../helpers/links.ts'
import { signedIn } from '../helpers/office.ts'
import { orderBody } from '../helpers/orders.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })

interface Warned {
  warnings?: { code: string; message: string }[]
}

/** A started route whose phone last called the server `minutes` ago. */
async function silentFor(minutes: number, stops = 3) {
  const { shop, route, date } = await dispatchedRoute(service, stops)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const started = await fetch(`${service.url}/d/${token}/taps`, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'START', at: clock.now().toISOString() }),
  })
  assert.equal(started.status, 200, await started.text())
  clock.advance(minutes * 60)
  const path = `/routes/${route.route_uuid}`
  const refs = route.stops.map(({ external_ref }) => external_ref)
  const day = async () => {
    const [now] = (await shop.get<DayOut>(`/day?date=${date}`)).body.data.routes
    assert.ok(now)
    return now
  }
  return { shop, route, token, path, refs, day }
}

const said = (minutes: number, ...refs: string[]) => [
  {
    code: 'SILENT',
    message: `The driver’s phone has been silent for ${minutes} minutes; ${refs.join(', ')} may be done already`,
  },
]

test('moved stops, another driver and a canceled route cause a warning', async () => {
  const { shop, route, path, refs, day } = await silentFor(20)
  const [first = '', second = '', third = ''] = refs
  const { version, silent_since } = await day()
  assert.equal(silent_since, new Date(clock.now().getTime() - 20 * 60_000).toISOString())
  const moves = [{ order_uuids: [route.stops[2]?.order_uuid], to: null }]
  const preview = await shop.post<MovesOut>('/routes/moves', {
    moves,
    versions: { [route.route_uuid]: version },
    preview: true,
  })
  assert.deepEqual(
    preview.body.data.routes[0]?.warnings.filter(({ code }) => code === 'SILENT'),
    said(20, third),
  )
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const ask = async (ids: (string | undefined)[]) =>
    (await office.post<unknown>('/orders-on-silent-routes', { order_uuids: ids })).body.data
  const waiting = orderBody()
  const { body: added } = await shop.post<{ order_uuid: string }>('/orders', waiting)
  assert.deepEqual(await ask([route.stops[0]?.order_uuid, added.data.order_uuid]), [{ name: route.name, silent_since }])
  assert.deepEqual(await ask([added.data.order_uuid]), [])
  const driver_uuid = await addDriver(service.app, shop.businessId)
  const given = await shop.post<Warned>(`${path}/driver`, { driver_uuid })
  assert.deepEqual(given.body.data.warnings, said(20, first, second, third))
  const over = await shop.post<Warned>(`${path}/cancel`)
  assert.deepEqual([over.status, over.body.data.warnings], [200, said(20, first, second, third)])
})

test('a phone that opens its page is not silent, but calls by an ended link do not count', async () => {
  const { shop, token, path, day } = await silentFor(20)
  assert.equal((await fetch(`${service.url}/d/${token}`)).status, 200)
  assert.equal((await day()).silent_since, null)
  clock.advance(16 * 60)
  await shop.post(`${path}/driver`, { driver_uuid: await addDriver(service.app, shop.businessId) })
  assert.equal((await fetch(`${service.url}/d/${token}`)).status, 410)
  assert.notEqual((await day()).silent_since, null)
})

test('canceling an order after the planned start warns if the driver has opened the route', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const [first, second] = route.stops.map(({ external_ref }) => external_ref)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  assert.equal((await fetch(`${service.url}/d/${token}`)).status, 200)
  const cancel = (ref = '') => shop.post<Warned>(`/orders/${ref}/cancel`)
  clock.advance(20 * 60)
  const early = await cancel(first)
  assert.deepEqual([early.status, early.body.data.warnings], [200, undefined], 'before the start, no stop can be done')
  const heard = clock.now().getTime() - 20 * 60_000
  const after = new Date(route.planned_start ?? '').getTime() + 60_000
  clock.advance((after - clock.now().getTime()) / 1000)
  const minutes = Math.floor((after - heard) / 60_000)
  assert.deepEqual((await cancel(second)).body.data.warnings, said(minutes, second ?? ''))
  assert.equal((await cancel(second)).body.data.warnings, undefined, 'no stop came off')
})
