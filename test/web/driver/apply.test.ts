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

/** The reports about the day that a driver sees. The server alone moves the arrivals by the known delays. */
const seenReports = ({ route, held_until, problem, day_end }: DriverRoute) => ({
  isDelayed: held_until !== null,
  problem,
  note: day_end?.note,
  breaks: route.pauses?.map(({ recorded, before_sequence }) => [recorded, before_sequence]),
})

test('delays, breaks, problems and notes have the same result on both sides, also late, repeated or after a later tap', async () => {
  const { shop, route } = await dispatchedRoute(service, 3)
  const link = `${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const answer = async (response: Response) => ((await response.json()) as JsonBody<DriverRoute>).data
  let run = await answer(await fetch(`${link}/run`))
  const stop_uuid = route.stops[0]?.stop_uuid
  const taps: Omit<TapInput, 'at'>[] = [
    { kind: 'START' },
    { kind: 'DELAY', minutes: 20 },
    { kind: 'DELAY', minutes: 0 },
    { kind: 'PROBLEM', reason: 'Flat tire', driver_notes: 'Rear left' },
    { kind: 'PROBLEM' },
    { kind: 'BREAK_START', minutes: 15 },
    { kind: 'BREAK_START', minutes: 30 },
    { kind: 'BREAK_END' },
    { kind: 'BREAK_START', minutes: 10 },
    { kind: 'ARRIVE', stop_uuid },
    { kind: 'NOTE', driver_notes: 'The gate code is old' },
    { kind: 'END' },
    { kind: 'NOTE', driver_notes: 'The keys are in the box' },
  ]
  const send = async (tap: TapInput, key: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const sent = await fetch(`${link}/taps`, { method: 'POST', headers, body: JSON.stringify(tap) })
    assert.equal(sent.status, 200, tap.kind)
    return answer(sent)
  }
  const sent: [TapInput, string][] = []
  for (const [i, fields] of taps.entries()) {
    const tap: TapInput = { at: clock.now().toISOString(), ...fields }
    const key = randomUUID()
    const shown = applyAction(run, { tap })
    // The tap reaches the server late, as from a phone without reception.
    clock.advance(30)
    run = await send(tap, key)
    assert.deepEqual(seenReports(shown), seenReports(run), `${i + 1}: ${fields.kind}`)
    sent.push([tap, key])
  }
  for (const [tap, key] of sent)
    assert.deepEqual(seenReports(await send(tap, key)), seenReports(run), `again: ${tap.kind}`)
  const earlier = new Date(Date.parse(sent[10]?.[0].at ?? '') - 1).toISOString()
  const after = await send({ kind: 'NOTE', driver_notes: 'Older', at: earlier }, randomUUID())
  assert.equal(after.day_end?.note, 'The keys are in the box', 'an older note that arrives later')
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
