// Tests that the office sends a new link to the driver, which ends the previous link at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectAuditRow } from '../../helpers/audit.ts'
import { driverToken, getPage } from '../../helpers/links.ts'
import { signedIn } from '../../helpers/office.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()

test('a dispatcher texts a new link, except for a route without a phone number, but a viewer may not', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const old = await driverToken(service, shop.businessId, route.route_uuid)
  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  assert.equal((await viewer.post(`/routes/${route.route_uuid}/resend-link`)).status, 403)
  assert.equal((await getPage(service, `/d/${old}`)).status, 200)

  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { status, body } = await office.post(`/routes/${route.route_uuid}/resend-link`)
  assert.equal(status, 200, body.message)
  assert.deepEqual(body.data, { driver: 'Test driver', no_text: 'no text message provider is set up' })
  assert.equal((await getPage(service, `/d/${old}`)).status, 410)
  const fresh = await driverToken(service, shop.businessId, route.route_uuid)
  assert.equal((await getPage(service, `/d/${fresh}`)).status, 200)
  const texts = await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.selectFrom('messages').select('kind').where('routeId', '=', route.route_uuid).execute(),
  )
  assert.equal(texts.length, 2)

  assert.equal((await viewer.post(`/routes/${route.route_uuid}/driver-link`)).status, 403)
  const shown = await office.post(`/routes/${route.route_uuid}/driver-link`)
  assert.deepEqual(shown.body.data, {
    url: `${service.app.publicUrl}/d/${fresh}`,
    driver: 'Test driver',
    no_text: 'no text message provider is set up',
  })
  await expectAuditRow(service, shop, 'route.link-shown', { entityId: route.route_uuid })

  await service.app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('drivers').set({ phone: null }).execute())
  const silent = await office.post(`/routes/${route.route_uuid}/resend-link`)
  assert.equal(silent.status, 409)
  assert.equal((await getPage(service, `/d/${fresh}`)).status, 200, 'the link is unchanged')
  await office.post(`/routes/${route.route_uuid}/cancel`)
  assert.equal((await office.post(`/routes/${route.route_uuid}/driver-link`)).status, 409)
})
