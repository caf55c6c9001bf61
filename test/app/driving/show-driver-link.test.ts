import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showDriverLink } from '../../../src/app/driving/show-driver-link.ts'
import { builtRoute, dispatchedRoute, shopWithOrders } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()

test('a dispatched route has the link that was sent to its driver', async () => {
  const { route } = await dispatchedRoute(service, 1)
  const { url } = await showDriverLink(service.app, route.route_uuid)
  assert.match(url, /^http:\/\/roundsman\.test\/d\/[A-Za-z0-9_-]{43}$/)
  const hash = service.app.secrets.hash(url.split('/').at(-1) ?? '')
  const found = await service.app.db.query<{ routeId: string }>('select route_uuid from routes where link_hash = $1', [
    hash,
  ])
  assert.deepEqual(found, [{ routeId: route.route_uuid }])
  assert.deepEqual(await showDriverLink(service.app, route.route_uuid), { url }, 'the same link each time')
})

test('a route has no link before its dispatch', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  const route = await builtRoute(shop, date)
  await assert.rejects(showDriverLink(service.app, route.route_uuid), /no driver link/)
  await assert.rejects(showDriverLink(service.app, shop.businessId), /no route with that id/)
})
