// Each outcome has its own undo window. Due outcomes of a route settle, and the others can still be undone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { testClock } from '../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../helpers/events.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })

test('an outcome settles at the end of its own undo window, not with an earlier one of the route', async () => {
  const { shop, route } = await dispatchedRoute(service, 3)
  await addEndpoint(service.app, shop.businessId)
  const [first, second] = route.stops.map(({ stop_uuid }) => `/routes/${route.route_uuid}/stops/${stop_uuid}`)
  const told = async () =>
    (await pendingEvents(service.app, shop.businessId))
      .map(({ event }) => event)
      .filter((event) => event !== 'stop.en_route')
  await shop.post(`${first}/status`, { status: 'DELIVERED' })
  clock.advance(60)
  await shop.post(`${second}/status`, { status: 'FAILED', reason: 'Nobody there' })
  clock.advance(61)
  await settleOutcomesJob.run(service.app)
  assert.deepEqual(await told(), ['stop.delivered'])
  const undone = await shop.post<{ stop: { status: string } }>(`${second}/undo`)
  assert.deepEqual([undone.status, undone.body.data.stop.status], [200, 'PENDING'])
  clock.advance(300)
  await settleOutcomesJob.run(service.app)
  assert.deepEqual(await told(), ['stop.delivered'], 'an undone outcome is never sent')
})
