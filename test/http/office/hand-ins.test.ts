// Tests the end of the day: the goods and the cash that drivers bring back, and their confirmation.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { DriverRoute } from '../../../src/contract/driver.ts'
import type { DepotOut } from '../../../src/contract/fleet.ts'
import type { ReportOut } from '../../../src/contract/reports.ts'
import type { HandInsOut } from '../../../src/contract/office/hand-ins.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { testClock } from '../../helpers/clock.ts'
import { driverToken } from '../../helpers/links.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { type JsonBody, startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })

async function ended(method = 'CASH') {
  const members = { items: [{ name: 'Apples', quantity: 3 }], collect_amount: '12.50' }
  const { shop, route } = await dispatchedRoute(service, 3, members)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const office = await signedIn(service, shop.businessId, 'WAREHOUSE')
  const tap = async (fields: Record<string, unknown>): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const body = JSON.stringify({ at: clock.now().toISOString(), ...fields })
    return (await fetch(`${service.url}/d/${token}/taps`, { method: 'POST', headers, body })).status
  }
  const [a, b, c] = route.stops
  const outcome = (status: string, stop: typeof a, more: Record<string, unknown> = {}) =>
    tap({ kind: 'OUTCOME', status, stop_uuid: stop?.stop_uuid, ...more })
  const paid = { checks: { collected: { amount: '12.50', method } } }
  assert.equal(await tap({ kind: 'START' }), 200)
  clock.advance(600)
  const returned = [{ name: 'Apples', returned: 1, reason: 'Bruised' }]
  assert.equal(await outcome('DELIVERED', a, { ...paid, items: returned }), 200)
  assert.equal(await outcome('FAILED', b, { reason: 'Nobody there' }), 200)
  assert.equal(await outcome('SKIPPED', c), 200)
  const path = `/routes/${route.route_uuid}/hand-in`
  return { shop, route, office, tap, path, refs: [a, b, c].map((stop) => stop?.external_ref ?? assert.fail()) }
}

const endOf = async (office: Office, date: string) =>
  (await office.get<HandInsOut>(`/hand-ins?date=${date}`)).body.data.routes[0] ?? assert.fail()

test('the office sees the goods, the cash, the note and the figures of each route', async () => {
  const { shop, route, office, tap, refs } = await ended('CHECK')
  assert.equal(await tap({ kind: 'NOTE', driver_notes: '  ' }), 400, 'a note needs text')
  assert.equal(await tap({ kind: 'NOTE', driver_notes: 'x'.repeat(2_001) }), 400, 'a note is bounded')
  assert.equal(await tap({ kind: 'NOTE', driver_notes: 'Brakes squeal' }), 200)
  const by = { kind: 'DRIVER', id: route.driver?.driver_uuid ?? '' } as const
  await expectAuditRow(service, shop, 'route.noted', { entityId: route.route_uuid, by })
  const end = await endOf(office, route.date)
  assert.deepEqual([end.delivered, end.failed, end.skipped, end.minutes], [1, 1, 1, 10])
  assert.deepEqual(
    end.goods.map(({ external_ref, items }) => [external_ref, items]),
    [1, 3, 3].map((quantity, i) => [refs[i], [{ name: 'Apples', quantity }]]),
  )
  assert.deepEqual(
    end.cash.map(({ external_ref, amount, method }) => [external_ref, amount, method]),
    [[refs[0], '12.50', 'CHECK']],
  )
  assert.deepEqual([end.cash_expected, end.note, end.handed_in], ['12.50', 'Brakes squeal', null])
  const owner = await signedIn(service, shop.businessId, 'OWNER')
  const { collected } = (await owner.get<ReportOut>(`/report?from=${route.date}&to=${route.date}`)).body.data
  assert.deepEqual(
    collected.map(({ cash, check, card }) => [cash, check, card]),
    [['0.00', '12.50', '0.00']],
  )
})

test('the office confirms goods and cash, explains a discrepancy, and takes the confirmation back', async () => {
  const { shop, route, office, path, refs } = await ended()
  const end = await endOf(office, route.date)
  const lost = end.goods[1]?.order_uuid ?? ''
  const confirm = async (body: Record<string, unknown>) => {
    const answer = await office.post<JsonBody<null>>(path, { missing: [], ...body })
    return [answer.status, (answer.body as unknown as { details?: { fields?: string[] } }).details?.fields]
  }
  assert.deepEqual(await confirm({ cash: '10.00' }), [400, ['note']])
  assert.deepEqual(await confirm({ cash: '12.50', missing: [lost] }), [400, ['note']])
  assert.deepEqual(await confirm({ cash: '12.505', note: 'Odd' }), [400, ['cash']])
  assert.deepEqual(await confirm({ cash: '-1', note: 'Odd' }), [400, ['cash']])
  assert.deepEqual(await confirm({ cash: '12.50', missing: [randomUUID()], note: 'Odd' }), [400, ['missing']])
  assert.equal((await endOf(office, route.date)).handed_in, null)
  assert.equal((await confirm({ cash: '10', missing: [lost], note: 'Dropped on the way' }))[0], 200)
  const { handed_in } = await endOf(office, route.date)
  const at = clock.now().toISOString()
  const counted = { at, expected: '12.50', cash: '10.00', currency: 'USD', missing: [refs[1]] }
  assert.deepEqual(handed_in, { ...counted, note: 'Dropped on the way' })
  const entityId = route.route_uuid
  const detail = { expected: '12.50', cash: '10.00', currency: 'USD', missing: 1 }
  await expectAuditRow(service, shop, 'route.handed_in', { entityId, by: { kind: 'OFFICE' }, detail })

  const owner = await signedIn(service, shop.businessId, 'OWNER')
  const file = `/office/api/report.csv?from=${route.date}&to=${route.date}&part=hand_ins`
  const csv = await fetch(service.url + file, { headers: { cookie: owner.cookie } })
  assert.match(await csv.text(), /USD,12\.50,10\.00,.*Dropped on the way/)

  for (let i = 0; i < 2; i++) assert.equal((await office.post(`${path}/undo`)).status, 200)
  assert.equal((await endOf(office, route.date)).handed_in, null)
  await expectAuditRow(service, shop, 'route.hand_in_undone', { entityId, times: 1 })
})

test('the office confirms neither goods and cash before the start of a route, nor those of another business', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const path = `/routes/${route.route_uuid}/hand-in`
  const office = await signedIn(service, shop.businessId, 'WAREHOUSE')
  const body = { cash: '0', missing: [] }
  assert.equal((await office.post(path, body)).status, 409)
  const other = await ended()
  assert.equal((await other.office.post(path, body)).status, 404)
  assert.equal((await other.office.post(`${path}/undo`)).status, 404)
})

test('the phone shows where the depot takes goods back', async () => {
  const { shop, route } = await ended()
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const place = async () => {
    const response = await fetch(`${service.url}/d/${token}/run`)
    return ((await response.json()) as JsonBody<DriverRoute>).data.day_end?.returns_place
  }
  assert.equal(await place(), null)
  const [depot] = (await shop.get<DepotOut[]>('/depots')).body.data
  const { depot_uuid: id, name, lat, lng, version, address } = depot ?? assert.fail()
  const changed = { name, lat, lng, version, address, returns_place: 'Ramp 2, red cage' }
  assert.equal((await shop.patch(`/depots/${id}`, changed)).status, 200)
  assert.equal(await place(), 'Ramp 2, red cage')
})
