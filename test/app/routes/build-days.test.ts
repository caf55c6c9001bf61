// Builds of several days: each delivery gets a day of its span and a vehicle, all in one transaction.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BuildDaysOut } from '../../../src/contract/build-days.ts'
import { dayFromWire } from '../../../src/contract/fields.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { estimateLeg } from '../../../src/domain/geo/geo.ts'
import { COSTS } from '../../../src/domain/planning/insertion.ts'
import { seeded } from '../../../bench/random.ts'
import { closeZoneDay } from '../../../src/app/zones/close-zone-day.ts'
import { createZone } from '../../../src/app/zones/create-zone.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { addDepot, addVehicle } from '../../helpers/fleet.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dateIn } from '../../helpers/routes.ts'
import { type Client, startService } from '../../helpers/service.ts'
import { addEndpoint } from '../../helpers/webhooks.ts'

const service = await startService({ env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })
const DEPOT = { lat: 38.9, lng: -77.03 }
const at = (days: number): string => dateIn(service, days)

async function shopWithVans(vans: number, maxStops: number | null = null): Promise<Client> {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId, DEPOT)
  for (let van = 1; van <= vans; van++)
    await addVehicle(service.app, shop.businessId, { name: `Van ${van}`, maxStops, shift: ['06:00', '22:00'] })
  return shop
}

async function order(shop: Client, members: Record<string, unknown>): Promise<OrderOut> {
  const { status, body } = await shop.post<OrderOut>('/orders', orderBody(members))
  assert.equal(status, 201, body.message)
  return body.data
}

const build = (shop: Client, days: number, options: object = {}) =>
  shop.post<BuildDaysOut>('/routes/build-days', { date: at(1), days, options: { balance: 'NONE', ...options } })

/** The day of each order on a route, keyed by reference. */
const dayOf = ({ days }: BuildDaysOut): Map<string, string> =>
  new Map(
    days.flatMap(({ date, routes }) => routes.flatMap(({ stops }) => stops.map((one) => [one.external_ref, date]))),
  )

interface Asked {
  ref: string
  point: { lat: number; lng: number }
  first: number
  last: number
}

/** Cost of a leg in a plan. */
const legCost = (from: Asked['point'], to: Asked['point']): number => {
  const { meters, seconds } = estimateLeg(from, to)
  return (meters / 1_609.344) * COSTS.costPerMile + (seconds / 3_600) * COSTS.costPerHour
}

/** Cost of the cheapest round trip through the points, from and to the depot. */
function cheapest(points: readonly Asked['point'][]): number {
  const from = (here: Asked['point'], left: readonly Asked['point'][]): number =>
    left.length === 0
      ? legCost(here, DEPOT)
      : Math.min(
          ...left.map(
            (next) =>
              legCost(here, next) +
              from(
                next,
                left.filter((one) => one !== next),
              ),
          ),
        )
  return points.length === 0 ? 0 : from(DEPOT, points)
}

/** The least cost of all assignments to days with at most `most` stops per day. Infinity if none follows the rules. */
function best(asked: readonly Asked[], days: number, most: number): number {
  const perDay: Asked['point'][][] = Array.from({ length: days + 1 }, () => [])
  const choose = (i: number): number => {
    const one = asked[i]
    if (!one) return perDay.reduce((sum, points) => sum + cheapest(points), 0)
    let least = Number.POSITIVE_INFINITY
    for (let day = one.first; day <= Math.min(one.last, days); day++) {
      const points = perDay[day] as Asked['point'][]
      if (points.length === most) continue
      points.push(one.point)
      least = Math.min(least, choose(i + 1))
      points.pop()
    }
    return least
  }
  return choose(0)
}

test('the cost of the chosen days is the least of all assignments, within the span of each order', async () => {
  const random = seeded(7)
  let judged = 0
  for (let round = 0; round < 6; round++) {
    const shop = await shopWithVans(1, 3)
    const asked: Asked[] = []
    for (let i = 0; i < 6; i++) {
      const [first, length] = [1 + Math.floor(random() * 3), Math.floor(random() * 3)]
      const point = { lat: 38.9 + (random() - 0.5) / 5, lng: -77.03 + (random() - 0.5) / 5 }
      const span = length > 0 ? { delivery_by: at(first + length) } : {}
      const address = { line1: '1 Test Street', ...point }
      const { external_ref: ref } = await order(shop, { address, delivery_date: at(first), ...span })
      asked.push({ ref, point, first, last: first + length })
    }
    const least = best(asked, 4, 3)
    if (!Number.isFinite(least)) continue
    judged++
    const { status, body } = await build(shop, 4)
    assert.equal(status, 201, body.message)
    const chosen = dayOf(body.data)
    let cost = 0
    for (const day of [1, 2, 3, 4]) {
      const here = asked.filter(({ ref }) => chosen.get(ref) === at(day))
      assert.ok(here.length <= 3)
      assert.ok(here.every(({ first, last }) => first <= day && day <= last))
      cost += cheapest(here.map(({ point }) => point))
    }
    assert.deepEqual([chosen.size, body.data.unassigned], [6, []])
    assert.ok(cost <= least + 0.01, `costs ${cost}, and ${least} is possible`)
  }
  assert.ok(judged >= 4)
})

test('among equal costs the earlier day is chosen, and becomes the day of the order', async () => {
  const shop = await shopWithVans(1)
  const address = { line1: '1 Test Street', lat: 38.95, lng: -77.03 }
  const early = await order(shop, { address, delivery_date: at(2) })
  const free = await order(shop, { address, delivery_date: at(1), delivery_by: at(5) })
  const late = await order(shop, { address: { ...address, lat: 38.85 }, delivery_date: at(1), delivery_by: at(5) })
  const { body } = await build(shop, 5)
  const days = dayOf(body.data)
  // The order with several possible days gets the day of the order at the same address that has only one possible day.
  assert.deepEqual([days.get(early.external_ref), days.get(free.external_ref)], [at(2), at(2)])
  assert.deepEqual(
    body.data.moved.find(({ order_uuid }) => order_uuid === free.order_uuid),
    { external_ref: free.external_ref, order_uuid: free.order_uuid, from: at(1), to: at(2) },
  )
  const read = (await shop.get<OrderOut>(`/orders/${free.external_ref}`)).body.data
  assert.deepEqual([read.delivery_date, read.delivery_from, read.delivery_by], [at(2), at(1), at(5)])
  assert.ok(read.route)
  await expectAuditRow(service, shop, 'order.updated', {
    entityId: free.order_uuid,
    detail: {
      fields: ['delivery_date'],
      changes: { delivery_date: [dayFromWire(at(1)), dayFromWire(at(2))] },
    },
  })
  assert.ok(days.get(late.external_ref))

  const alone = await shopWithVans(1)
  const only = await order(alone, { address, delivery_date: at(2), delivery_by: at(5) })
  assert.equal(dayOf((await build(alone, 5)).body.data).get(only.external_ref), at(2))
})

test('the office builds days, and endpoints are notified of each changed day', async () => {
  const shop = await shopWithVans(1)
  const { endpoint_uuid } = await addEndpoint(shop, 'http://127.0.0.1:1024/', { events: ['order.updated'] })
  const address = { line1: '1 Test Street', lat: 38.95, lng: -77.03 }
  await order(shop, { address, delivery_date: at(2) })
  const free = await order(shop, { address, delivery_date: at(1), delivery_by: at(5) })
  const [viewer, office] = [
    await signedIn(service, shop.businessId, 'VIEWER'),
    await signedIn(service, shop.businessId, 'DISPATCHER'),
  ]
  const body = { date: at(1), days: 5 }
  assert.equal((await viewer.post('/build-days', body)).status, 403)
  const { status, body: answer } = await office.post<BuildDaysOut>('/build-days', body)
  assert.deepEqual([status, answer.data.moved.map(({ to }) => to)], [200, [at(2)]])
  const sent = await shop.get<{ event: string; external_ref: string }[]>(
    `/webhooks/subscriptions/${endpoint_uuid}/deliveries`,
  )
  assert.deepEqual(
    sent.body.data.map((one) => [one.event, one.external_ref]),
    [['order.updated', free.external_ref]],
  )
})

test('existing routes stay, and their vehicles are not available that day', async () => {
  const shop = await shopWithVans(1)
  await order(shop, { delivery_date: at(1) })
  const there = await shop.post<{ routes: { route_uuid: string }[] }>('/routes/build', { date: at(1) })
  const free = await order(shop, { delivery_date: at(1), delivery_by: at(3) })
  const { body } = await build(shop, 3)
  assert.equal(dayOf(body.data).get(free.external_ref), at(2))
  const route = await shop.get<{ stops: unknown[] }>(`/routes/${there.body.data.routes[0]?.route_uuid}`)
  assert.equal(route.body.data.stops.length, 1)
})

test('a day with an open zone is preferred within a span, if there is one', async () => {
  const shop = await shopWithVans(1)
  const hours = { start: '09:00', end: '17:00' }
  const ring = [
    [-77.1, 38.8],
    [-76.9, 38.8],
    [-76.9, 39],
    [-77.1, 39],
    [-77.1, 38.8],
  ]
  const { zoneId } = await createZone(service.app, shop.businessId, {
    name: 'Center',
    geometry: { type: 'Polygon', coordinates: [ring] },
    hours: Array.from({ length: 7 }, () => hours),
    capacity: null,
    cutoffDays: null,
    cutoffTime: null,
  } as Parameters<typeof createZone>[2])
  for (const day of [1, 2])
    await closeZoneDay(service.app, { zoneId, day: dayFromWire(at(day)) ?? '', note: 'Holiday' })
  const address = { line1: '1 Test Street', lat: 38.95, lng: -77.03 }
  const free = await order(shop, { address, delivery_date: at(1), delivery_by: at(5) })
  const closed = await order(shop, { address, delivery_date: at(1), delivery_by: at(2) })
  const outside = await order(shop, {
    address: { ...address, lat: 39.05 },
    delivery_date: at(1),
    delivery_by: at(1),
  })
  const days = dayOf((await build(shop, 5)).body.data)
  assert.deepEqual([days.get(free.external_ref), days.get(outside.external_ref)], [at(3), at(1)])
  assert.ok([at(1), at(2)].includes(days.get(closed.external_ref) ?? ''))
})

test('an order without a day is named with its days, and one past its span with a fix', async () => {
  const shop = await shopWithVans(1)
  const heavy = await order(shop, { delivery_date: at(1), delivery_by: at(2), temperature_class: 'FROZEN' })
  const fine = await order(shop, { delivery_date: at(1), delivery_by: at(2) })
  const over = await order(shop, { delivery_date: at(-3), delivery_by: at(-1) })
  const { status, body } = await build(shop, 2)
  assert.equal(status, 201)
  assert.deepEqual([...dayOf(body.data).keys()], [fine.external_ref])
  const left = new Map(body.data.unassigned.map((one) => [one.external_ref, one]))
  assert.equal(left.get(heavy.external_ref)?.reason.code, 'TEMPERATURE')
  assert.match(left.get(heavy.external_ref)?.reason.message ?? '', new RegExp(`from ${at(1)} to ${at(2)}$`))
  const { reason, nearest_fix } = left.get(over.external_ref) ?? {}
  assert.deepEqual([reason?.code, nearest_fix], ['SPAN_OVER', 'give it another day'])

  const nothing = await build(shop, 2)
  assert.deepEqual([nothing.status, nothing.body.details.code], [409, 'NOTHING_ROUTABLE'])
})

test('past days, or too few or too many, are refused with their field', async () => {
  const shop = await shopWithVans(1)
  for (const [sent, field] of [
    [{ date: at(-1), days: 3 }, 'date'],
    [{ date: '12/31/9999', days: 2 }, 'date'],
    [{ date: at(1), days: 1 }, 'days'],
    [{ date: at(1), days: 15 }, 'days'],
    [{ days: 3 }, 'date'],
  ] as const) {
    const { status, body } = await shop.post('/routes/build-days', sent)
    assert.deepEqual([status, body.details.fields], [400, [field]])
  }
  const without = await service.business()
  await addDepot(service.app, without.businessId)
  const { status, body } = await build(without, 3)
  assert.deepEqual([status, body.details.code], [409, 'NO_VEHICLE'])
})

test('a failed write leaves none of the days', async (t) => {
  const shop = await shopWithVans(1, 1)
  const orders = [1, 2].map((day) => order(shop, { delivery_date: at(day), delivery_by: at(3) }))
  const made = await Promise.all(orders)
  const asWriter = service.app.db.asWriter.bind(service.app.db)
  const fails = t.mock.method(service.app.db, 'asWriter', (businessId: string, work: Parameters<typeof asWriter>[1]) =>
    asWriter(businessId, async (tx) => {
      await work(tx)
      throw new Error('ends before its commit')
    }),
  )
  const said = t.mock.method(service.app.log, 'error', () => {})
  assert.equal((await build(shop, 3)).status, 500)
  fails.mock.restore()
  said.mock.restore()
  for (const { external_ref } of made)
    assert.equal((await shop.get<OrderOut>(`/orders/${external_ref}`)).body.data.route, null)
  const { body } = await build(shop, 3)
  assert.equal(dayOf(body.data).size, 2)
})
