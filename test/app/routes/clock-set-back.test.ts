// Tests an outcome that was recorded while the server's clock was ahead.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settleDue } from '../../../src/app/routes/settle-due.ts'
import { testClock } from '../../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../../helpers/events.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

test('an outcome does not wait until a clock that was set back reaches the old time again', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  await addEndpoint(app, shop.businessId)
  const told = async () => (await pendingEvents(app, shop.businessId)).map(({ event }) => event)
  clock.advance(3 * 86_400)
  const path = `/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/status`
  assert.equal((await shop.post(path, { status: 'DELIVERED' })).status, 200)
  await settleDue(app)
  assert.ok(!(await told()).includes('stop.delivered'), 'held')
  clock.advance(-3 * 86_400)
  await settleDue(app)
  assert.ok((await told()).includes('stop.delivered'))
})
