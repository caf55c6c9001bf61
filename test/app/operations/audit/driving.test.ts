// Tests audit rows of a route under way: the driver's taps, proof, outcomes, their undo and correction.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import type { AuditLogOut } from '../../../../src/contract/office/audit.ts'
import { settleOutcomesJob } from '../../../../src/jobs/settle-outcomes.ts'
import { expectAuditRow, expectNoAuditRow } from '../../../helpers/audit.ts'
import { testClock } from '../../../helpers/clock.ts'
import { driverToken } from '../../../helpers/links.ts'
import { signedIn } from '../../../helpers/office.ts'
import { dispatchedRoute } from '../../../helpers/routes.ts'
import { startService } from '../../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })

async function road(stops: number) {
  const { shop, route } = await dispatchedRoute(service, stops)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const at = () => clock.now().toISOString()
  const tap = (fields: Record<string, unknown>): Promise<Response> =>
    fetch(`${service.url}/d/${token}/taps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ at: at(), ...fields }),
    })
  const [first, second, third] = route.stops
  assert.ok(first && second && third)
  const by = { kind: 'DRIVER', id: route.driver?.driver_uuid ?? '' } as const
  return { shop, route, tap, at, by, entityId: route.route_uuid, first, second, third }
}

test('records start, next stop, arrival, delivery, reordering and end by the driver', async () => {
  const { shop, tap, by, entityId, first, second, third } = await road(3)
  const { db } = service.app
  await db.query('update businesses set drivers_may_reorder = true where business_uuid = $1', [shop.businessId])
  for (let i = 0; i < 2; i++) await tap({ kind: 'START' })
  await expectAuditRow(service, shop, 'route.started', { entityId, by, times: 1 })
  await tap({ kind: 'HEAD', stop_uuid: second.stop_uuid })
  await expectAuditRow(service, shop, 'stop.en_route', { entityId: second.stop_uuid, by })
  for (let i = 0; i < 2; i++) await tap({ kind: 'ARRIVE', stop_uuid: second.stop_uuid })
  await expectAuditRow(service, shop, 'stop.arrived', { entityId: second.stop_uuid, by, times: 1 })
  const occurred_at = clock.now().toISOString()
  await tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: second.stop_uuid })
  const detail = { status: 'DELIVERED', occurred_at }
  await expectAuditRow(service, shop, 'stop.outcome', { entityId: second.stop_uuid, by, detail })
  await tap({ kind: 'REORDER', stop_uuids: [third.stop_uuid, first.stop_uuid] })
  await expectAuditRow(service, shop, 'route.reordered', { entityId, by })
  await tap({ kind: 'END' })
  await expectAuditRow(service, shop, 'route.ended', { entityId, by, detail: { skipped: 2 } })
})

test('records a refused tap at its delivery, with the reason', async () => {
  const { shop, tap, at, by, first } = await road(3)
  await tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: first.stop_uuid })
  const second = await tap({ kind: 'OUTCOME', status: 'FAILED', reason: 'Nobody', stop_uuid: first.stop_uuid })
  assert.equal(second.status, 409)
  await expectAuditRow(service, shop, 'driver.tap_refused', {
    entity: 'order',
    entityId: first.order_uuid,
    by,
    detail: { tap: 'FAILED', at: at(), refused: 'STOP_FINISHED' },
  })
})

test('refused taps are found by the kind of their record: a delivery, or the route', async () => {
  const { shop, route, tap, first } = await road(3)
  await tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: first.stop_uuid })
  await tap({ kind: 'OUTCOME', status: 'FAILED', reason: 'Nobody', stop_uuid: first.stop_uuid })
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  await tap({ kind: 'END' })
  const office = await signedIn(service, shop.businessId)
  const told = async (query: string) => {
    const { body } = await office.get<AuditLogOut>(`/audit?${query}`)
    const refused = body.data.entries.filter(({ action }) => action === 'driver.tap_refused')
    return refused.map(({ entity, entity_uuid }) => [entity, entity_uuid])
  }
  const ofOrder = ['order', first.order_uuid]
  const ofRoute = ['route', route.route_uuid]
  assert.deepEqual(await told(''), [ofRoute, ofOrder])
  assert.deepEqual(await told('subject=order'), [ofOrder])
  assert.deepEqual(await told('subject=order&action=driver.tap_refused'), [ofOrder])
  assert.deepEqual(await told('subject=route'), [ofRoute])
  assert.deepEqual(await told('subject=zone'), [])
})

test('records proof, an outcome, its undo during and after the undo window, and its correction', async () => {
  const { shop, entityId: routeId, first, second } = await road(3)
  const by = { kind: 'API', id: shop.keyId } as const
  const entityId = first.stop_uuid
  const path = `/routes/${routeId}/stops/${entityId}`
  const form = new FormData()
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#68a' } })
  form.set('photo', new Blob([new Uint8Array(await picture.png().toBuffer())], { type: 'image/png' }), 'door.png')
  const headers = { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': randomUUID() }
  const proof = await fetch(`${service.url}/api/v1${path}/proof`, { method: 'POST', headers, body: form })
  assert.equal(proof.status, 201, await proof.text())
  const row = await expectAuditRow(service, shop, 'stop.proof', { entityId, by })
  assert.match(String(row.detail?.['sha256']), /^[0-9a-f]{64}$/)

  const outcome = () => shop.post(`${path}/status`, { status: 'DELIVERED' })
  await outcome()
  await shop.post(`${path}/undo`)
  const undone = { undone: 'DELIVERED', held: true }
  await expectAuditRow(service, shop, 'stop.undone', { entityId, by, detail: undone })
  await outcome()
  clock.advance(121)
  await settleOutcomesJob.run(service.app)
  await shop.post(`${path}/undo`)
  await expectAuditRow(service, shop, 'stop.undone', { entityId, by, detail: { ...undone, held: false }, times: 2 })

  await shop.post(`/routes/${routeId}/stops/${second.stop_uuid}/status`, { status: 'DELIVERED' })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const correct = `/routes/${routeId}/stops/${second.stop_uuid}/correct`
  const correction = { status: 'FAILED', reason: 'Nobody there' }
  assert.equal((await office.post(correct, correction)).status, 409, 'still in the undo window')
  await expectNoAuditRow(service, shop, 'stop.corrected')
  clock.advance(121)
  await settleOutcomesJob.run(service.app)
  assert.equal((await office.post(correct, correction)).status, 200)
  const corrected = await expectAuditRow(service, shop, 'stop.corrected', {
    entityId: second.stop_uuid,
    by: { kind: 'OFFICE', id: office.session?.user.user_uuid },
  })
  assert.deepEqual([corrected.detail?.['from'], corrected.detail?.['to']], ['DELIVERED', 'FAILED'])
})
