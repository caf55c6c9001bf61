// Tests the event stop.eta_changed: when it is logged, and which endpoints get it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arriveAtStop } from '../../../../src/app/routes/arrive-at-stop.ts'
import { startRoute } from '../../../../src/app/routes/start-route.ts'
import type { WebhookPayload } from '../../../../src/contract/events.ts'
import type { RouteWithStops } from '../../../../src/contract/routes.ts'
import { assertFits } from '../../../helpers/described.ts'
import { driverOf } from '../../../helpers/driver.ts'
import { addDepot, addDriver, addVehicle } from '../../../helpers/fleet.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { startReceiver } from '../../../helpers/receiver.ts'
import { builtRoute, dateIn } from '../../../helpers/routes.ts'
import { addEndpoint, readEndpoint, startWebhooks, SUBSCRIPTIONS } from '../../../helpers/webhooks.ts'

const service = await startWebhooks()
const { app } = service

/** 10:00 in New York, in seconds of the day in UTC. */
const TEN = 15 * 3600

/** A route of three stops that was sent and started as planned, at the next 10:00. */
async function underWay() {
  service.wait((86_400 + TEN - ((service.now().getTime() / 1000) % 86_400)) % 86_400)
  const shop = await service.business()
  await addDepot(app, shop.businessId)
  await addVehicle(app, shop.businessId, { driverId: await addDriver(app, shop.businessId), shift: ['10:00', '18:00'] })
  const date = dateIn(service, 0)
  for (const lat of [38.93, 38.95, 38.97]) {
    const address = { line1: `${lat} Test Street`, city: 'Washington', lat, lng: -77.03 }
    const { status, body } = await shop.post('/orders', orderBody({ delivery_date: date, address }))
    assert.equal(status, 201, body.message)
  }
  const { route_uuid } = await builtRoute(shop, date)
  const at = `/routes/${route_uuid}`
  await shop.post(`${at}/dispatch`)
  const driver = driverOf(app, shop)
  await startRoute(driver, route_uuid, service.now())
  const read = async () => (await shop.get<RouteWithStops>(at)).body.data
  const logged = async () => {
    const { body } = await shop.get<WebhookPayload[]>('/events')
    return body.data.filter(({ event }) => event === 'stop.eta_changed')
  }
  return { shop, driver, read, logged }
}

type Day = Awaited<ReturnType<typeof underWay>>

/** Lets the driver arrive at the first stop this many minutes late. */
async function arrivedLate({ driver, read }: Day, minutes: number) {
  const { stops, route_uuid } = await read()
  const { stop_uuid, planned_arrival } = stops[0] ?? assert.fail()
  const at = new Date(new Date(planned_arrival).getTime() + minutes * 60_000)
  service.wait((at.getTime() - service.now().getTime()) / 1000)
  await arriveAtStop(driver, { routeId: route_uuid, stopId: stop_uuid }, at)
}

/** Finishes the stop this many minutes later than its service time allows. */
async function leftLate({ shop, read }: Day, minutes: number) {
  const { stops, route_uuid } = await read()
  const { stop_uuid, service_minutes } = stops[0] ?? assert.fail()
  service.wait((service_minutes + minutes) * 60)
  const done = await shop.post(`/routes/${route_uuid}/stops/${stop_uuid}/status`, { status: 'DELIVERED' })
  assert.equal(done.status, 200, done.body.message)
}

const stepOf = (minutes: number | undefined, step: number) => Math.trunc((minutes ?? Number.NaN) / step)
const passes = ({ data }: WebhookPayload, step: number) =>
  stepOf(data.previous_late_minutes, step) !== stepOf(data.late_minutes, step)

test('each step of delay is logged once, with both times and the range', async () => {
  const day = await underWay()
  await arrivedLate(day, 4.1)
  await leftLate(day, 8)
  const events = await day.logged()
  const { stops } = await day.read()
  const said = events.findLast(({ data }) => data.stop_uuid === stops[1]?.stop_uuid) ?? assert.fail()
  const { data } = said
  assert.equal(data.planned_arrival, stops[1]?.planned_arrival)
  assert.deepEqual([data.eta, data.eta_from, data.eta_to], [stops[1]?.eta, stops[1]?.eta_from, stops[1]?.eta_to])
  assert.ok((data.late_minutes ?? 0) >= 8, `${data.late_minutes} minutes`)
  assert.ok(events.every((event) => passes(event, 5)))
  const { event_uuid: _id, ...payload } = said as WebhookPayload & { event_uuid: string }
  assertFits(['webhooks', 'stop.eta_changed', 'post', 'requestBody', 'content', 'application/json', 'schema'], payload)
})

test('endpoints get eta changes only if they selected the event, in their own steps', async () => {
  const day = await underWay()
  const [often, seldom, unasked] = [await startReceiver(), await startReceiver(), await startReceiver()]
  const chosen = { events: ['stop.eta_changed'] }
  const before = (await day.logged()).length
  const { endpoint_uuid } = await addEndpoint(day.shop, often.url, chosen)
  await addEndpoint(day.shop, seldom.url, { ...chosen, eta_change_minutes: 60 })
  await addEndpoint(day.shop, unasked.url)
  await arrivedLate(day, 7.1)
  await leftLate(day, 9)
  await service.send()
  const due = (await day.logged()).slice(before).filter((event) => passes(event, 10))
  assert.ok(due.length >= 2, 'one event for each remaining stop')
  assert.deepEqual([often.events().length, seldom.events(), unasked.events()], [due.length, [], []])

  const path = `${SUBSCRIPTIONS}/${endpoint_uuid}`
  assert.equal((await readEndpoint(day.shop, endpoint_uuid)).eta_change_minutes, 10)
  assert.equal((await day.shop.patch(path, { eta_change_minutes: 45 })).status, 200)
  assert.equal((await readEndpoint(day.shop, endpoint_uuid)).eta_change_minutes, 45)
  for (const eta_change_minutes of [0, 7, 125, '10'])
    assert.deepEqual((await day.shop.patch(path, { eta_change_minutes })).body.details.fields, ['eta_change_minutes'])
})
