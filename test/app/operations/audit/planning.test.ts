// Tests audit rows of a route before it starts: built, planned by hand, dispatched, reassigned and canceled.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DayOut } from '../../../../src/contract/day.ts'
import type { RouteWithStops } from '../../../../src/contract/routes.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { addDriver, addVehicle } from '../../../helpers/fleet.ts'
import { signedIn } from '../../../helpers/office.ts'
import { builtRoute, dispatchedRoute, shopWithOrders } from '../../../helpers/routes.ts'
import { startService } from '../../../helpers/service.ts'

const service = await startService()

async function planned(stops: number) {
  const made = await shopWithOrders(service, stops)
  const route = await builtRoute(made.shop, made.date)
  const office = await signedIn(service, made.shop.businessId, 'DISPATCHER')
  const by = { kind: 'OFFICE', id: office.session?.user.user_uuid ?? '' } as const
  const version = async (): Promise<string> => {
    const { body } = await office.get<DayOut>(`/day?date=${made.date}`)
    return body.data.routes.find((one) => one.route_uuid === route.route_uuid)?.version ?? ''
  }
  const post = async (path: string, body?: unknown): Promise<void> => {
    const answer = await office.post(`/routes/${route.route_uuid}${path}`, body)
    assert.equal(answer.status, 200, answer.body.message)
  }
  return { ...made, route, office, by, version, post, entityId: route.route_uuid }
}

test('records a build and a second build by the key', async () => {
  const { shop, date, entityId, vehicleId } = await planned(2)
  const by = { kind: 'API', id: shop.keyId } as const
  await expectAuditRow(service, shop, 'route.built', { entityId, by, detail: { stops: 2 } })
  const again = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', { date, vehicle_ids: [vehicleId] })
  assert.equal(again.body.data.routes[0]?.route_uuid, entityId)
  await expectAuditRow(service, shop, 'route.replanned', { entityId, by, detail: { stops: 2 } })
})

test('records locking, unlocking, reversing, changes by hand, and another driver or vehicle', async () => {
  const { shop, route, office, by, version, post, entityId, vehicleId } = await planned(3)
  const [first, second] = route.stops
  assert.ok(first && second)
  const stop_uuids = [first.stop_uuid, second.stop_uuid]
  await post('/lock', { stop_uuids, locked: true })
  await expectAuditRow(service, shop, 'stops.locked', { entityId, by, detail: { stops: 2 } })
  await post('/lock', { stop_uuids, locked: false })
  await expectAuditRow(service, shop, 'stops.unlocked', { entityId, by, detail: { stops: 2 } })
  await post('/reverse', { version: await version() })
  await expectAuditRow(service, shop, 'route.reversed', { entityId, by })

  const moves = [{ order_uuids: [first.order_uuid], to: null }]
  const moved = await office.post('/moves', { moves, versions: { [entityId]: await version() }, preview: false })
  assert.equal(moved.status, 200, moved.body.message)
  await expectAuditRow(service, shop, 'route.changed_by_hand', {
    entityId,
    by,
    detail: { stops: 2, added: 0, before: 3 },
  })

  const driver = await addDriver(service.app, shop.businessId)
  await post('/reassign', { driver_uuid: driver })
  const from = route.driver?.driver_uuid
  await expectAuditRow(service, shop, 'route.reassigned', { entityId, by, detail: { from, to: driver } })
  const vehicle = await addVehicle(service.app, shop.businessId, { name: 'Other van' })
  await post('/vehicle', { vehicle_uuid: vehicle, version: await version() })
  await expectAuditRow(service, shop, 'route.vehicle_changed', {
    entityId,
    by,
    detail: { from: vehicleId, to: vehicle },
  })
})

test('records the opening of an empty route once, even if it is requested twice', async () => {
  const { shop, office, by, date } = await planned(1)
  const vehicle = await addVehicle(service.app, shop.businessId, { name: 'Other van' })
  for (let i = 0; i < 2; i++) await office.post('/routes', { date, vehicle_uuid: vehicle })
  await expectAuditRow(service, shop, 'route.opened', { by, times: 1 })
})

test('records dispatch, a new link and cancellation, each once', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const entityId = route.route_uuid
  const by = { kind: 'API', id: shop.keyId } as const
  await shop.post(`/routes/${entityId}/dispatch`)
  await expectAuditRow(service, shop, 'route.dispatched', { entityId, by, detail: { stops: 2 }, times: 1 })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  await office.post(`/routes/${entityId}/resend-link`)
  const byOffice = { kind: 'OFFICE', id: office.session?.user.user_uuid } as const
  await expectAuditRow(service, shop, 'route.link-renewed', { entityId, by: byOffice })
  await shop.post(`/routes/${entityId}/cancel`)
  await expectAuditRow(service, shop, 'route.cancelled', { entityId, by, detail: { released: 2 } })
})
