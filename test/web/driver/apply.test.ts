// The page applies each tap at once with the same result as the server.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import type { DriverRoute, TapInput } from '../../../src/contract/driver.ts'
import { codeOf } from '../../../src/domain/orders/pieces.ts'
import { applyAction } from '../../../web/driver/apply.ts'
import { testClock } from '../../helpers/clock.ts'
import { driverToken } from '../../helpers/links.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { type JsonBody, startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })

/** The parts of a route that a driver sees. */
const seen = ({ route, stops }: DriverRoute) => ({
  status: route.status,
  checked: route.load_checks?.map(({ trip, scanned, by_hand, missing, reason }) => [
    [trip, scanned, by_hand, reason],
    missing.map(({ code }) => code),
  ]),
  stops: stops.map((stop) => ({
    stop_uuid: stop.stop_uuid,
    status: stop.status,
    arrived: stop.arrived_at !== null,
    finished: stop.finished_at !== null,
    held: stop.settles_at !== null,
    reason: stop.reason,
    driver_notes: stop.driver_notes,
    left_where: stop.left_where,
    scanned: stop.scanned,
    item_outcomes: stop.item_outcomes,
  })),
})

test('start, arrive, deliver, undo, fail, head elsewhere, skip, reorder and end have the same result on both sides', async () => {
  const { shop, route } = await dispatchedRoute(service, 5, { items: [{ name: 'Apples', quantity: 3 }] })
  const { businessId } = shop
  await service.app.db.query('update businesses set drivers_may_reorder = true where business_uuid = $1', [businessId])
  const link = `${service.url}/d/${await driverToken(service, businessId, route.route_uuid)}`
  const [a, b, c, d, e] = route.stops.map(({ stop_uuid }) => stop_uuid)
  const answer = async (response: Response) => ((await response.json()) as JsonBody<DriverRoute>).data
  let run = await answer(await fetch(`${link}/run`))
  const piece = codeOf(route.stops[0]?.order_uuid ?? '')
  const taps: Omit<TapInput, 'at'>[] = [
    {
      kind: 'LOAD',
      load: { trip: 1, scanned: [`${piece}-1`], by_hand: [], missing: [`${piece}-2`], reason: 'No room' },
    },
    { kind: 'LOAD', load: { trip: 1, scanned: [`${piece}-1`], by_hand: [`${piece}-2`], missing: [] } },
    { kind: 'START' },
    { kind: 'ARRIVE', stop_uuid: a },
    { kind: 'UNDO', stop_uuid: a },
    { kind: 'ARRIVE', stop_uuid: a },
    { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: a, driver_notes: 'By the bins', left_where: 'Back door' },
    { kind: 'UNDO', stop_uuid: a },
    { kind: 'OUTCOME', status: 'FAILED', reason: 'Nobody there', stop_uuid: a },
    { kind: 'HEAD', stop_uuid: d },
    { kind: 'HEAD', stop_uuid: b },
    { kind: 'OUTCOME', status: 'SKIPPED', stop_uuid: b },
    { kind: 'UNDO', stop_uuid: b },
    { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: b, scanned: ['A'], not_scanned: 'No label' },
    { kind: 'UNDO', stop_uuid: b },
    { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: b, items: [{ name: 'Apples', short: 1, reason: 'Sold out' }] },
    { kind: 'REORDER', stop_uuids: [e, c, d].map(String) },
    { kind: 'ARRIVE', stop_uuid: e },
    { kind: 'END' },
  ]
  for (const [i, fields] of taps.entries()) {
    const tap: TapInput = { at: clock.now().toISOString(), ...fields }
    const shown = applyAction(run, { tap })
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const sent = await fetch(`${link}/taps`, { method: 'POST', headers, body: JSON.stringify(tap) })
    assert.equal(sent.status, 200)
    run = await answer(sent)
    assert.deepEqual(seen(shown), seen(run), `${i + 1}: ${fields.kind}`)
    clock.advance(1)
  }
})

test('adding or deleting a photo of an item does not change the delivery’s photos on both sides', async () => {
  const { shop, route } = await dispatchedRoute(service, 1, { items: [{ name: 'Apples', quantity: 3 }] })
  const link = `${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const stop_uuid = route.stops[0]?.stop_uuid ?? ''
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#a86' } })
    .jpeg()
    .toBuffer()
  const send = async (path: string, body: FormData | string): Promise<DriverRoute> => {
    const headers = {
      'idempotency-key': randomUUID(),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    }
    const sent = await fetch(`${link}/${path}`, { method: 'POST', headers, body })
    assert.equal(sent.status, 200)
    return ((await sent.json()) as JsonBody<DriverRoute>).data
  }
  const at = clock.now().toISOString()
  const photos = ({ stops }: DriverRoute) => stops[0]?.photos
  let run = await send('taps', JSON.stringify({ kind: 'START', at }))
  for (const item of [{ name: 'Apples', sku: null }, undefined]) {
    const form = new FormData()
    form.append('photo', new Blob([new Uint8Array(picture)]), 'photo.jpg')
    if (item) form.append('item_name', item.name)
    const proof = {
      stop_uuid,
      kind: 'PHOTO' as const,
      picture: new Blob([]),
      signed_by: null,
      at,
      lat: null,
      lng: null,
    }
    const shown = applyAction(run, { proof: { ...proof, ...(item && { item }) } })
    run = await send(`stops/${stop_uuid}/proof`, form)
    assert.equal(photos(shown), photos(run))
  }
  for (const { proof_uuid } of run.stops[0]?.photo_links ?? []) {
    const tap = { kind: 'REMOVE_PHOTO' as const, stop_uuid, proof_uuid, at }
    const shown = applyAction(run, { tap })
    run = await send('taps', JSON.stringify(tap))
    assert.equal(photos(shown), photos(run))
  }
  assert.equal(photos(run), 0)
})
