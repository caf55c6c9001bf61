// The pace of a business, learned from its finished routes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { startRoute } from '../../../src/app/routes/start-route.ts'
import { expectArrivalsJob } from '../../../src/jobs/expect-arrivals.ts'
import { DEFAULT_PACE } from '../../../src/domain/forecast/pace.ts'
import { readPace } from '../../../src/store/settings/pace.ts'
import { driverOf } from '../../helpers/driver.ts'
import { orderBody } from '../../helpers/orders.ts'
import { builtRoute, dateIn, dispatchedRoute } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()
const { app } = service

test('visits that took longer than planned make later arrivals expected later, from the next forecast', async () => {
  const { shop, route } = await dispatchedRoute(service, 24)
  const inBusiness = <T>(work: Parameters<typeof app.db.asBusiness<T>>[1]) => app.db.asBusiness(shop.businessId, work)
  // Each visit takes three times as long as planned.
  await inBusiness(async (tx) => {
    await sql`
      update routes set status = 'COMPLETED', started_at = planned_start where route_uuid = ${route.route_uuid}`.execute(
      tx,
    )
    await sql`
      update stops set status = 'DELIVERED', settles_at = null, arrived_at = planned_arrival + sequence * interval '10 minutes',
        finished_at = planned_arrival + sequence * interval '10 minutes' + 3 * service_minutes * interval '1 minute'
      where route_uuid = ${route.route_uuid}`.execute(tx)
    await sql`update orders set status = 'DELIVERED' where route_uuid = ${route.route_uuid}`.execute(tx)
  })

  const date = dateIn(service, 2)
  for (let i = 0; i < 6; i++) await shop.post('/orders', orderBody({ delivery_date: date }))
  const { route_uuid } = await builtRoute(shop, date)
  await shop.post(`/routes/${route_uuid}/dispatch`)
  const minutesAlong = async () => {
    const { stops } = (await shop.get<RouteWithStops>(`/routes/${route_uuid}`)).body.data
    return (Date.parse(stops.at(-1)?.eta ?? '') - Date.parse(stops[0]?.eta ?? '')) / 60_000
  }
  await startRoute(driverOf(app, shop), route_uuid, app.clock())
  const before = await minutesAlong()
  assert.equal(await inBusiness(readPace), null, 'a tap does not wait for the computation')
  await inBusiness((tx) => sql`update routes set etas_due_at = now() where route_uuid = ${route_uuid}`.execute(tx))
  await expectArrivalsJob.run(app)
  const { pace } = (await inBusiness(readPace)) ?? assert.fail()
  const middle = Math.floor(pace.serviceNew.length / 2)
  assert.ok((pace.serviceNew[middle] ?? 0) > 1.4 * (DEFAULT_PACE.serviceNew[middle] ?? 0))
  const after = await minutesAlong()
  assert.ok(after > before + 5, `${before} and ${after} minutes`)
})
