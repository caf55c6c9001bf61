// Tests how owners manage connections of shops.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MadeAccessOut } from '../../../../src/contract/office/users.ts'
import { cleanUpJob } from '../../../../src/jobs/clean-up.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { signedIn } from '../../../helpers/office.ts'
import { connectShop, shopOrder } from '../../../helpers/shops.ts'
import { type Json, startService } from '../../../helpers/service.ts'

let now = Date.parse('2026-11-22T18:30:00.000Z')
const service = await startService({ replaced: { clock: () => new Date(now) } })

test('a secret is shown once and stored encrypted', async () => {
  const shop = await service.business()
  const { office, connectorId, secret } = await connectShop(service, shop, 'WOOCOMMERCE')
  assert.match(secret, /^[A-Za-z0-9]{44}$/)
  assert.doesNotMatch(JSON.stringify((await office.get('/connectors')).body), new RegExp(secret))
  const rows = await service.app.db.query<{ secret: Buffer }>(
    'select secret from connectors where connector_uuid = $1',
    [connectorId],
  )
  assert.ok(rows[0] && !rows[0].secret.includes(secret))
  await expectAuditRow(service, shop, 'connector.created', { entityId: connectorId })
})

test('a changed secret replaces the previous one at once', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  const changed = await woo.office.post(`/connectors/${woo.connectorId}/secret`, { secret: 'chosen in the shop' })
  assert.equal(changed.body.data.secret, 'chosen in the shop')
  assert.equal((await woo.send(shopOrder('WOOCOMMERCE'))).status, 403)
  await expectAuditRow(service, shop, 'connector.secret_changed', { entityId: woo.connectorId })
})

test('a removed connection takes nothing more, and its deliveries stay', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  await woo.send(shopOrder('WOOCOMMERCE'))
  assert.equal((await woo.office.send('DELETE', `/connectors/${woo.connectorId}`)).status, 200)
  assert.equal((await woo.send(shopOrder('WOOCOMMERCE'))).status, 404)
  assert.equal((await shop.get('/orders/727')).status, 200)
  assert.deepEqual((await woo.office.get('/connectors')).body.data, [])
  await expectAuditRow(service, shop, 'connector.deleted', { entityId: woo.connectorId })
})

test('the reference of a delivery stays if the mapping of the reference changes', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  await woo.send(shopOrder('WOOCOMMERCE'))
  const [listed] = (await woo.office.get<{ mapping: { fields: Json } }[]>('/connectors')).body.data
  assert.ok(listed)
  const fields = { ...listed.mapping.fields, external_ref: 'WC-{number}' }
  await woo.office.send('PATCH', `/connectors/${woo.connectorId}`, { mapping: { ...listed.mapping, fields } })
  const again = await woo.send(shopOrder('WOOCOMMERCE', { customer_note: 'Back door' }))
  assert.deepEqual(again.data, { status: 'TAKEN', external_ref: '727', reason: null })
  assert.equal((await woo.send(shopOrder('WOOCOMMERCE', { id: 728, number: '728' }))).data?.external_ref, 'WC-728')
  assert.equal((await shop.get<Json[]>('/orders')).body.data.length, 2)
})

test('an invalid mapping is refused with the field', async () => {
  const shop = await service.business()
  const { office, connectorId } = await connectShop(service, shop, 'WEBHOOK')
  const [listed] = (await office.get<{ mapping: Json }[]>('/connectors')).body.data
  const path = `/connectors/${connectorId}`
  const change = (mapping: Json) => office.send('PATCH', path, { mapping: { ...listed?.mapping, ...mapping } })
  assert.deepEqual((await change({ default_days: -1 })).body.details.fields, ['mapping.default_days'])
  assert.equal((await change({ fields: { no_such_field: '{x}' } })).status, 400)
})

test('a token is required again for another host, not for another path', async () => {
  const shop = await service.business()
  const first = { url: 'https://one.example.com/shop', token: 'ck:cs' }
  const { office, connectorId } = await connectShop(service, shop, 'WOOCOMMERCE', { shop: first })
  const change = async (members: Json) => {
    const { status, body } = await office.send('PATCH', `/connectors/${connectorId}`, { shop: members })
    return [status, body.details?.fields]
  }
  assert.deepEqual(await change({ url: 'https://two.example.com/shop', token: null }), [400, ['shop.token']])
  assert.deepEqual(await change({ url: 'https://one.example.com/', token: null }), [200, undefined])
  assert.deepEqual(await change({ url: 'https://two.example.com/', token: 'ck:cs' }), [200, undefined])
  // A token is sent in a header, which a line break would split.
  assert.deepEqual(await change({ url: 'https://two.example.com/', token: 'ck:cs\n' }), [400, ['shop.token']])
})

test('the connections of an owner who leaves are listed, kept or removed', async () => {
  const shop = await service.business()
  const { office, connectorId } = await connectShop(service, shop, 'WEBHOOK')
  const other = await signedIn(service, shop.businessId)
  const leaver = `/users/${office.session?.user.user_uuid}`
  const asked = await other.send('DELETE', leaver)
  const { connectors } = asked.body.details.made as MadeAccessOut
  assert.deepEqual(connectors, [{ connector_uuid: connectorId, name: 'Shop WEBHOOK' }])
  assert.equal((await other.send('PATCH', leaver, { role: 'VIEWER', made: 'KEEP' })).status, 200)
  await expectAuditRow(service, shop, 'connector.kept', { entityId: connectorId })
  const [kept] = (await other.get<Json[]>('/connectors')).body.data
  assert.deepEqual(kept?.made_by, { name: 'Test owner', left: false })
  const third = await signedIn(service, shop.businessId)
  assert.equal((await third.send('DELETE', `/users/${other.session?.user.user_uuid}?made=REVOKE`)).status, 200)
  assert.deepEqual((await third.get('/connectors')).body.data, [])
})

test('payloads are deleted 30 days after the end of their delivery', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  await woo.send(shopOrder('WOOCOMMERCE'))
  await woo.send(shopOrder('WOOCOMMERCE', { id: 728, number: '728', status: 'pending' }))
  now += 31 * 86_400_000
  const count = async () => {
    const rows = await service.app.db.query(
      'select source_ref from connector_payloads where business_uuid = $1 order by 1',
      [shop.businessId],
    )
    return rows.length
  }
  await cleanUpJob.run(service.app)
  assert.equal(await count(), 1, 'the payload of an open delivery stays')
  await shop.post('/orders/727/cancel')
  await service.app.db.query(`update orders set changed_at = $2 where business_uuid = $1`, [
    shop.businessId,
    new Date(now - 31 * 86_400_000),
  ])
  await cleanUpJob.run(service.app)
  assert.equal(await count(), 0)
})
