// Tests audit rows of a business's own records: fleet, zones, settings, keys and imports.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { changeSettings } from '../../../../src/app/business/settings/change-settings.ts'
import { closeZoneDay } from '../../../../src/app/zones/close-zone-day.ts'
import { FREE_FLOW } from '../../../../src/domain/planning/traffic.ts'
import { expectAuditRow, expectNoAuditRow } from '../../../helpers/audit.ts'
import { DISTRICTS, inventedZones } from '../../../helpers/invented-zones.ts'
import { type Office, signedIn } from '../../../helpers/office.ts'
import { type JsonBody, startService } from '../../../helpers/service.ts'

const service = await startService()

async function owner() {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  return { shop, office, by: { kind: 'OFFICE', id: office.session?.user.user_uuid ?? '' } as const }
}

const send = async (office: Office, path: string, content: Buffer) => {
  const response = await fetch(`${service.url}/office/api${path}`, {
    method: 'POST',
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(content),
  })
  return (await response.json()) as JsonBody<{ file: { import_uuid: string; mapping: unknown } }>
}

test('records new and changed depots, drivers and vehicles, with the changes', async () => {
  const { shop, office, by } = await owner()
  const vehicle = { temperature_classes: ['DRY'], shift_start: '08:00', shift_end: '17:00', active: true }
  for (const [path, kind, body] of [
    ['/depots', 'depot', { address: null, lat: 38.9, lng: -77 }],
    ['/drivers', 'driver', { phone: null, email: null, active: true }],
    ['/vehicles', 'vehicle', vehicle],
  ] as const) {
    const made = await office.post(path, { ...body, name: 'First' })
    assert.equal(made.status, 200, made.body.message)
    const { entityId } = await expectAuditRow(service, shop, `${kind}.created`, { by, detail: null })
    const change = { ...body, name: 'Second', version: 1 }
    assert.equal((await office.send('PATCH', `${path}/${entityId}`, change)).status, 200)
    const detail = { changes: { name: ['First', 'Second'] } }
    await expectAuditRow(service, shop, `${kind}.changed`, { entityId, by, detail })
    assert.equal((await office.send('PATCH', `${path}/${entityId}`, change)).status, 409)
    await expectAuditRow(service, shop, `${kind}.changed`, { entityId, times: 1 })
  }
})

test('records a zone that is added, changed, closed for a day and removed, and zones from a file', async () => {
  const { shop, office, by } = await owner()
  const file = inventedZones(DISTRICTS)
  const hours = Array.from({ length: 7 }, () => ({ start: '09:00', end: '17:00' }))
  const rules = { hours, capacity: null, cutoff_days: null, cutoff_time: null, active: true }
  const zone = { ...rules, name: 'Downtown', geometry: file.features[0]?.geometry, closures: [] }
  const made = await office.post<{ zone_uuid: string }>('/zones', zone)
  const { zone_uuid: entityId } = made.body.data
  await expectAuditRow(service, shop, 'zone.created', { entityId, by })
  await office.send('PATCH', `/zones/${entityId}`, { ...zone, name: 'Center', version: 1 })
  await expectAuditRow(service, shop, 'zone.changed', { entityId, by })
  await closeZoneDay(service.app, { zoneId: entityId, day: '2027-01-01', note: 'New Year' })
  await expectAuditRow(service, shop, 'zone.closed', { entityId, by: { kind: 'OPERATOR', id: null } })
  assert.equal((await office.send('DELETE', `/zones/${entityId}`, { version: 3 })).status, 200)
  await expectAuditRow(service, shop, 'zone.deleted', { entityId, by })
  const looked = await office.post('/zones-from-file', { geojson: file, rules, preview: true })
  assert.equal(looked.status, 200, looked.body.message)
  await expectNoAuditRow(service, shop, 'zones.imported')
  await office.post('/zones-from-file', { geojson: file, rules, preview: false })
  await expectAuditRow(service, shop, 'zones.imported', { entityId: shop.businessId, by })
})

test('records settings with the changes, the logo, and traffic', async () => {
  const { shop, office, by } = await owner()
  const entityId = shop.businessId
  const { body } = await office.get<{ version: number }>('/settings')
  const changed = await office.send('PATCH', '/settings', { undo_window_seconds: 30, version: body.data.version })
  assert.equal(changed.status, 200, changed.body.message)
  const detail = { changes: { undoWindowSeconds: [120, 30] } }
  await expectAuditRow(service, shop, 'settings.changed', { entityId, by, detail })
  await changeSettings(service.app, shop.businessId, { undoWindowSeconds: 60 })
  await expectAuditRow(service, shop, 'settings.changed', { entityId, by: { kind: 'OPERATOR', id: null }, times: 2 })

  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#68a' } })
  await send(office, '/settings/logo', await picture.png().toBuffer())
  await expectAuditRow(service, shop, 'logo.set', { entityId, by })
  await office.send('DELETE', '/settings/logo')
  await expectAuditRow(service, shop, 'logo.removed', { entityId, by })
  const factors = FREE_FLOW.with(8, 1.5)
  await office.send('PATCH', '/traffic', { factors })
  await expectAuditRow(service, shop, 'traffic.changed', { entityId, by, detail: { factors } })
})

test('records a new and a revoked API key, and an imported file', async () => {
  const { shop, office, by } = await owner()
  const made = await office.post<{ key_uuid: string }>('/keys', { name: 'Shop' })
  const { key_uuid: entityId } = made.body.data
  await expectAuditRow(service, shop, 'key.created', { entityId, by })
  await office.post(`/keys/${entityId}/revoke`)
  await expectAuditRow(service, shop, 'key.revoked', { entityId, by })

  const rows = 'Order ID,Name,Address,Delivery date\nA1,Test one,1 A St,11/20/2032'
  const { data } = await send(office, '/imports?name=orders.csv', Buffer.from(rows))
  await expectNoAuditRow(service, shop, 'import.started')
  await office.post(`/imports/${data.file.import_uuid}/start`, { mapping: data.file.mapping })
  await expectAuditRow(service, shop, 'import.started', { entityId: data.file.import_uuid, by })
})
