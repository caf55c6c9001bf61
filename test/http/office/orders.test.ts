// Tests the table of orders over real HTTP: paging, search, filters, export, and manual changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSheet } from 'read-excel-file/node'
import type { GeocodeAnswer } from '../../../src/app/ports/geocoder.ts'
import type { BulkResult, CandidatesOut, OrdersOut } from '../../../src/contract/office/orders.ts'
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { createZone } from '../../../src/app/zones/create-zone.ts'
import { settleOutcomesJob } from '../../../src/jobs/settle-outcomes.ts'
import { testClock } from '../../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../../helpers/events.ts'
import { addDepot } from '../../helpers/fleet.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { builtRoute, dateIn, dispatchedRoute, shopWithOrders } from '../../helpers/routes.ts'
import { type Client, startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service
const tomorrow = dateIn(service, 1)

/** Addresses in the geocoder of the second service. */
const PLACES: Record<string, GeocodeAnswer> = {
  '1645 Q Street NW': {
    found: true,
    point: { lat: 38.911, lng: -77.037 },
    precision: 'PLACED',
    label: '1645 Q Street NW',
  },
  'Seattle, WA': { found: true, point: { lat: 47.6, lng: -122.33 }, precision: 'APPROXIMATE', label: 'Seattle' },
  '1645 Q Street SE': { found: true, point: { lat: 45, lng: -100 }, precision: 'PLACED', label: '1645 Q Street SE' },
}
const knowing = await startService({
  replaced: {
    clock: clock.now,
    geocoder: {
      name: 'test',
      find: async (address) => PLACES[typeof address === 'string' ? address : address.line1] ?? { found: false },
    },
  },
})

const add = async (shop: Client, members: Record<string, unknown> = {}): Promise<OrderOut> => {
  const { body, status } = await shop.post<OrderOut>('/orders', orderBody({ delivery_date: tomorrow, ...members }))
  assert.equal(status, 201, body.message)
  return body.data
}
const list = async (office: Office, query = ''): Promise<OrdersOut> => {
  const { status, body } = await office.get<OrdersOut>(`/orders?${query}`)
  assert.equal(status, 200, body.message)
  return body.data
}
const found = async (office: Office, query: string) => (await list(office, query)).orders.map((o) => o.external_ref)
const pagesOf = async (office: Office, query: string): Promise<OrderOut[]> => {
  const orders: OrderOut[] = []
  for (let page: OrdersOut | null = null; page === null || page.next_cursor; orders.push(...page.orders))
    page = await list(office, page ? `${query}&cursor=${page.next_cursor}` : query)
  return orders
}
const daysOf = (orders: OrderOut[]): string[] =>
  orders.map((order) => order.delivery_date.replace(/(..)\/(..)\/(.*)/, '$3$1$2'))
const detail = async (office: Office, id: string) => (await office.get<OrderDetailOut>(`/orders/${id}`)).body.data
const inputOf = ({ external_ref, customer_name, delivery_date, address }: OrderOut) => ({
  external_ref,
  customer_name,
  delivery_date,
  address: { line1: address.line1, city: address.city },
})

/** A zone around the tests' addresses, open every day. `capacity` is its number of orders per day. */
const addZone = (shop: Client, members: { capacity?: number; west?: number } = {}) => {
  const west = members.west ?? -77.2
  const ring: [number, number][] = [
    [west, 38.8],
    [west + 0.4, 38.8],
    [west + 0.4, 39.1],
    [west, 39.1],
    [west, 38.8],
  ]
  return createZone(app, shop.businessId, {
    name: 'Zone',
    geometry: { type: 'Polygon', coordinates: [ring] },
    hours: Array.from({ length: 7 }, () => ({ start: '08:00', end: '18:00' })),
    capacity: members.capacity ?? null,
    cutoffDays: null,
    cutoffTime: null,
  })
}

test('pages are consecutive, newest day first, with each order once', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const made: string[] = []
  for (let i = 0; i < 130; i++) made.push((await add(shop, { delivery_date: dateIn(service, i % 3) })).external_ref)
  const first = await list(office)
  assert.deepEqual([first.orders.length, first.count, first.counted_all], [50, 130, true])
  const all = await pagesOf(office, '')
  assert.deepEqual(all.map((o) => o.external_ref).sort(), made.sort())
  assert.deepEqual(daysOf(all), daysOf(all).sort().reverse())
})

test('search matches beginnings of words in any order and phone numbers, only within the business', async () => {
  const [shop, other] = [await service.business(), await service.business()]
  const office = await signedIn(service, shop.businessId)
  const members = {
    customer_name: "Test O'Brien",
    customer_phone: '+1 (202) 555-0143',
    address: { line1: '77 Élan Way' },
  }
  const { external_ref: ref } = await add(shop, { ...members, external_ref: 'WEB-2041/A' })
  await add(shop)
  await add(other, members)
  for (const typed of [
    'web-2041',
    '2041 brien',
    'BRI te',
    '77 elan'.replace('e', 'é'),
    '5550143',
    '(202) 555-0143',
    '0143',
  ])
    assert.deepEqual(await found(office, `search=${encodeURIComponent(typed)}`), [ref], typed)
  for (const typed of ['rien', "'; drop", '%', '5550144'])
    assert.deepEqual((await found(office, `search=${encodeURIComponent(typed)}`)).includes(ref), typed === '%', typed)
})

/** Adds orders like the model, `count` per day from the first day of a span whose search words are stored together. */
const addMany = (shop: Client, model: string, kind: string, days: string, count: number): Promise<unknown> =>
  app.db.query(
    `insert into orders (business_uuid, order_uuid, external_ref, status, customer_name, line1, placement, delivery_date,
       temperature_class, tracking_hash, created_at, changed_at)
     select business_uuid, gen_random_uuid(), $3 || '-' || day || '-' || n, case when n % 7 = 0 then 'CANCELLED' else 'OPEN' end,
       $3, line1, 'PLACED', words_since(delivery_date) + day, 'DRY', sha256(($3 || day || '-' || n)::bytea), now(), now()
     from orders, ${days} day, generate_series(1, $4::int) n where business_uuid = $1 and external_ref = $2`,
    [shop.businessId, model, kind, count],
  )

test('the order whose reference equals the search text comes first, and once', async () => {
  const shop = await service.business()
  await add(shop, { external_ref: 'E-22', delivery_date: dateIn(service, 0) })
  for (let i = 0; i < 51; i++)
    await add(shop, { external_ref: `G-${i}`, customer_name: 'Egan E', address: { line1: '22 E Street' } })
  const office = await signedIn(service, shop.businessId)
  for (const typed of ['E-22', 'e-22']) {
    const pages = (await pagesOf(office, `search=${typed}`)).map(({ external_ref }) => external_ref)
    assert.equal(pages[0], 'E-22')
    assert.equal(pages.length, 52)
    assert.equal(new Set(pages).size, 52)
  }
  assert.ok(!(await found(office, `search=E-22&from=${tomorrow}`)).includes('E-22'), 'the filters apply')
})

test('very frequent words are paged by day, whatever the orders’ status', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const { external_ref: model } = await add(shop, { address: { line1: '1 Common Street', lat: 38.9, lng: -77.03 } })
  await addMany(shop, model, 'newest', 'generate_series(320, 322)', 10)
  await addMany(shop, model, 'many', 'generate_series(160, 169)', 225)
  const first = await list(office, 'search=common')
  assert.deepEqual([first.orders.length, first.count, first.counted_all], [50, 2031, false])
  const second = await list(office, `search=common&cursor=${first.next_cursor}`)
  assert.deepEqual([second.count, second.counted_all], [2031, false])
  const both = [...first.orders, ...second.orders]
  assert.equal(new Set(both.map((order) => order.order_uuid)).size, 100)
  assert.deepEqual(
    both.map((order) => order.customer_name),
    Array.from({ length: 100 }, (_, i) => (i < 30 ? 'newest' : 'many')),
  )
  assert.deepEqual(daysOf(both), daysOf(both).sort().reverse())
  assert.deepEqual(new Set(both.map((order) => order.status)), new Set(['OPEN', 'CANCELLED']))
  const cancelled = await pagesOf(office, 'search=common&status=CANCELLED')
  assert.equal(new Set(cancelled.map((order) => order.order_uuid)).size, 3 + 320)
  assert.deepEqual(new Set(cancelled.map((order) => order.status)), new Set(['CANCELLED']))
  assert.deepEqual(await found(office, `search=common&to=${tomorrow}`), [model])
  await app.db.query(
    `update orders set status = 'FAILED' where business_uuid = $1 and external_ref in ('many-160-1', 'many-160-2')`,
    [shop.businessId],
  )
  const failed = await list(office, 'search=common&status=FAILED')
  assert.deepEqual([failed.orders.length, failed.count, failed.counted_all], [2, 2, true])
  assert.equal((await list(office, 'search=uncommon')).count, 0)
})

test('rare words are found over years, newest first', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const { external_ref: model } = await add(shop, { address: { line1: '2 Seldom Street', lat: 38.9, lng: -77.03 } })
  await addMany(shop, model, 'rare', 'generate_series(-1900, -100, 900)', 1)
  await addMany(shop, model, 'monthly', 'generate_series(-1900, -10, 30)', 2)
  const rare = await list(office, 'search=rare+seld')
  assert.deepEqual(
    rare.orders.map((order) => order.external_ref),
    ['rare--100-1', 'rare--1000-1', 'rare--1900-1'],
  )
  assert.deepEqual([rare.count, rare.counted_all, rare.next_cursor], [3, true, null])
  const [, middle] = rare.orders
  const within = encodeURIComponent(middle?.delivery_date ?? '')
  assert.deepEqual(await found(office, `search=rare&from=${within}`), ['rare--100-1', 'rare--1000-1'])
  assert.deepEqual(await found(office, `search=rare&to=${within}`), ['rare--1000-1', 'rare--1900-1'])
  assert.deepEqual(await found(office, `search=rare&from=${within}&to=${within}`), ['rare--1000-1'])
  await addMany(shop, model, 'packed', 'generate_series(320, 322)', 30)
  const packed = await list(office, 'search=packed')
  assert.deepEqual([packed.count, packed.counted_all], [90, false])
  const { count, counted_all } = await list(office, `search=packed&from=${encodeURIComponent(dateIn(service, 60))}`)
  assert.deepEqual([count, counted_all], [90, true])
  const monthly = await pagesOf(office, 'search=monthly')
  assert.equal(new Set(monthly.map((order) => order.order_uuid)).size, 2 * 64)
  assert.deepEqual(daysOf(monthly), daysOf(monthly).sort().reverse())
})

test('the list filters by status, day and placement, and an invalid filter is named', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 2)
  const office = await signedIn(service, shop.businessId)
  const later = await add(shop, { delivery_date: dateIn(service, 9) })
  const unplaced = await add(shop, { address: { line1: 'Nowhere' } })
  await shop.post(`/orders/${refs[0]}/cancel`)
  assert.deepEqual(await found(office, 'status=CANCELLED'), [refs[0]])
  assert.deepEqual(await found(office, `from=${later.delivery_date}`), [later.external_ref])
  assert.equal((await list(office, `to=${date}&status=OPEN`)).count, 2)
  assert.deepEqual(await found(office, 'placement=UNPLACED,PENDING&status=OPEN'), [unplaced.external_ref])
  const wrong = await office.get('/orders?status=LOST')
  assert.equal(wrong.status, 400)
  assert.deepEqual(wrong.body.details.fields, ['status'])
})

test('the export has every match, and text that looks like a formula remains text', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  await add(shop, { customer_name: '=1+1', instructions: 'say "hi",\nthen ring', customer_phone: '+12025550143' })
  await add(shop, { customer_name: '＝1+1', instructions: '\n@SUM(A1)' })
  await add(shop, { customer_name: 'Left out', delivery_date: dateIn(service, 3) })
  const response = await fetch(`${service.url}/office/api/orders.csv?to=${tomorrow}`, {
    headers: { cookie: office.cookie },
  })
  const csv = await response.text()
  assert.match(response.headers.get('content-type') ?? '', /text\/csv/)
  assert.match(csv, /,"'=1\+1","'\+12025550143",/)
  assert.match(csv, /"say ""hi"",\nthen ring"/)
  assert.match(csv, /,"'＝1\+1",.*,"'\n'@SUM\(A1\)",/)
  assert.doesNotMatch(csv, /Left out/)
})

test('orders are sorted by a column, with numbers in natural order and empty values last, across pages', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  for (const customer_name of ['Cafe 10', 'Cafe 2', 'bakery 1']) await add(shop, { customer_name })
  const names = async (query: string) => (await list(office, query)).orders.map((order) => order.customer_name)
  assert.deepEqual(await names('sort=customer'), ['bakery 1', 'Cafe 2', 'Cafe 10'])
  assert.deepEqual(await names('sort=customer&direction=desc'), ['Cafe 10', 'Cafe 2', 'bakery 1'])
  assert.deepEqual(await names('sort=customer&search=cafe'), ['Cafe 2', 'Cafe 10'])
  const { external_ref: model } = await add(shop, { customer_name: 'Zoo' })
  await addMany(shop, model, 'sorted', 'generate_series(1, 60)', 1)
  const all = await pagesOf(office, 'sort=reference&direction=desc')
  assert.equal(new Set(all.map((order) => order.order_uuid)).size, 64)
  assert.equal((await office.get('/orders?sort=weather')).status, 400)
})

test('the list filters by route name or by no route', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  const route = await builtRoute(shop, date)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const loose = await add(shop)
  assert.deepEqual(await found(office, 'route=-'), [loose.external_ref])
  const name = encodeURIComponent(route.name.toLowerCase())
  assert.equal((await list(office, `route=${name}`)).count, 2)
  assert.equal((await list(office, 'route=nobody')).count, 0)
  assert.deepEqual(
    (await list(office, `route=${name}&sort=route`)).orders.map((order) => order.route?.name),
    [route.name, route.name],
  )
  for (const direction of ['asc', 'desc'])
    assert.equal(
      (await list(office, `sort=route&direction=${direction}`)).orders.at(-1)?.external_ref,
      loose.external_ref,
    )
})

test('a file has the shown columns and filters, also as a workbook, in which text remains text', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const { external_ref: reference } = await add(shop, { customer_name: '=1+1', customer_phone: '+12025550143' })
  await add(shop, { customer_name: 'Left out', delivery_date: dateIn(service, 3) })
  const file = (name: string, query: string) =>
    fetch(`${service.url}/office/api/${name}?${query}`, { headers: { cookie: office.cookie } })
  const shown = `to=${tomorrow}&columns=customer,phone`
  const csv = await (await file('orders.csv', shown)).text()
  assert.equal(csv, `Reference,Customer,Phone\r\n${reference},"'=1+1","'+12025550143"\r\n`)
  const workbook = await file('orders.xlsx', shown)
  assert.match(workbook.headers.get('content-type') ?? '', /spreadsheetml/)
  assert.deepEqual(await readSheet(Buffer.from(await workbook.arrayBuffer())), [
    ['Reference', 'Customer', 'Phone'],
    [reference, '=1+1', '+12025550143'],
  ])
  assert.equal((await file('orders.csv', 'columns=weather')).status, 400)
})

test('near matches of an unknown address are offered with their differences, and a town outside the area is the cause', async (t) => {
  const shop = await knowing.business()
  const office = await signedIn(knowing, shop.businessId)
  await addDepot(knowing.app, shop.businessId)
  const washington = { city: 'Washington', region: 'DC', postal_code: '20009' }
  const candidates = async (line1: string, town = washington) => {
    const order = await add(shop, { address: { line1, ...town } })
    const { order_uuid } = (await list(office, `search=${order.external_ref}`)).orders[0] ?? { order_uuid: '' }
    return (await office.get<CandidatesOut>(`/orders/${order_uuid}/candidates`)).body.data
  }
  const missing = await candidates('1645 Q Street')
  assert.equal(missing.cause, 'NOT_SURE')
  assert.deepEqual(
    missing.candidates.map(({ label, differs, far_miles }) => [label, differs, far_miles !== null]),
    [
      ['1645 Q Street NW', 'QUADRANT', false],
      ['1645 Q Street SE', 'QUADRANT', true],
    ],
  )
  const nothing = { town_miles: null, candidates: [] }
  assert.deepEqual(await candidates('P.O. Box 12'), { ...nothing, cause: 'PO_BOX' })
  assert.deepEqual(await candidates('1 Nowhere Road NW'), { ...nothing, cause: 'NOT_FOUND' })
  const seattle = await candidates('400 Broad Street', { city: 'Seattle', region: 'WA', postal_code: '98109' })
  assert.deepEqual(seattle, { ...nothing, cause: 'OUT_OF_AREA', town_miles: 2_322 })
  Object.assign(knowing.app.geocoder, { knowsTown: async () => false })
  t.after(() => delete knowing.app.geocoder.knowsTown)
  const unknown = await candidates('400 Broad Street', { city: 'Seattle', region: 'WA', postal_code: '98109' })
  assert.deepEqual(unknown, { ...nothing, cause: 'TOWN_UNKNOWN' })
})

test('a manual order or edit is refused outside zones and on full days, unless an owner overrides that', async () => {
  const shop = await service.business()
  const [owner, dispatcher, viewer] = [
    await signedIn(service, shop.businessId, 'OWNER'),
    await signedIn(service, shop.businessId, 'DISPATCHER'),
    await signedIn(service, shop.businessId, 'VIEWER'),
  ]
  await addZone(shop, { capacity: 1 })
  const order = orderBody({ delivery_date: tomorrow })
  assert.equal((await viewer.post('/orders', { order })).status, 403)
  assert.equal((await dispatcher.post('/orders', { order })).status, 200)
  assert.equal((await dispatcher.post('/orders', { order })).body.details.code, 'REFERENCE_TAKEN')

  const second = orderBody({ delivery_date: tomorrow })
  const full = await dispatcher.post('/orders', { order: second })
  assert.equal(full.status, 422)
  assert.match(full.body.message, /All 1 deliveries/)
  assert.deepEqual(full.body.details.fields, ['delivery_date'])
  const away = orderBody({ delivery_date: tomorrow, address: { line1: 'Far', lat: 40, lng: -70 } })
  assert.match((await dispatcher.post('/orders', { order: away })).body.message, /outside every delivery zone/)
  const past = orderBody({ delivery_date: dateIn(service, -1) })
  assert.match((await dispatcher.post('/orders', { order: past })).body.message, /has passed/)
  assert.equal((await dispatcher.post('/orders', { order: away, override: true })).status, 403)
  assert.equal((await owner.post('/orders', { order: away, override: true })).status, 200)
  assert.equal((await shop.post('/orders', second)).status, 201, 'the API ignores zones')
})

test('an edit keeps members that the form lacks, notifies the business, and is refused if the order has changed', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  await addEndpoint(app, shop.businessId)
  const made = await add(shop, { metadata: { source: 'shop' } })
  const edit = (members: Record<string, unknown>, version = made.changed_at) =>
    office.post<OrderOut>(`/orders/${made.order_uuid}`, { order: { ...inputOf(made), ...members }, version })
  const edited = await edit({ customer_name: 'Another name', instructions: 'Ring' })
  assert.equal(edited.status, 200, edited.body.message)
  assert.deepEqual(edited.body.data.metadata, { source: 'shop' })
  assert.deepEqual([edited.body.data.address.lat, edited.body.data.placement], [made.address.lat, 'PLACED'])
  const [{ event, facts } = assert.fail()] = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    [event, facts.source, facts.changed_fields],
    ['order.updated', 'OFFICE', ['customer_name', 'instructions']],
  )

  const late = await edit({ customer_name: 'Too late' })
  assert.equal(late.status, 409)
  assert.equal(late.body.details.code, 'ORDER_CHANGED')
  assert.match(late.body.message, /Test dispatcher has changed/)
  assert.equal(
    (await edit({ external_ref: 'other' }, edited.body.data.changed_at)).body.details.code,
    'REFERENCE_FIXED',
  )

  const { history, webhooks } = await detail(office, made.order_uuid)
  assert.deepEqual(
    history.map((entry) => [entry.action, entry.kind, entry.by]),
    [
      ['order.updated', 'OFFICE', 'Test dispatcher'],
      ['order.created', 'API', 'test'],
    ],
  )
  assert.deepEqual(
    webhooks.map((delivery) => delivery.event),
    ['order.updated'],
  )
})

test('an order’s history shows the outcome at its stop: by whom, on which route, and the reason', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const [stop] = route.stops
  assert.ok(stop)
  await shop.post(`/routes/${route.route_uuid}/stops/${stop.stop_uuid}/status`, {
    status: 'FAILED',
    reason: 'No one there',
  })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { history } = await detail(office, stop.order_uuid)
  const [last] = history
  assert.deepEqual([last?.action, last?.by, last?.route], ['stop.outcome', 'test', 'Test van'])
  assert.deepEqual([last?.detail?.status, last?.detail?.reason], ['FAILED', 'No one there'])
  assert.equal(history.at(-1)?.action, 'order.created')
  assert.equal(history.at(-1)?.route, null)
})

test('values derived from the items do not count as a change if the form sends them unchanged, even on a dispatched route', async () => {
  const items = [{ name: 'Peas', quantity: 2, unit_weight_lbs: 3, temperature_class: 'REFRIGERATED' }]
  const { shop, date, refs, vehicleId } = await shopWithOrders(service, 1, { items })
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('vehicles')
      .set({ temperatureClasses: ['DRY', 'REFRIGERATED'] })
      .where('vehicleId', '=', vehicleId)
      .execute(),
  )
  const route = await builtRoute(shop, date)
  assert.equal((await shop.post(`/routes/${route.route_uuid}/dispatch`)).status, 200)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { order } = await detail(office, route.stops[0]?.order_uuid ?? '')
  assert.deepEqual([order.external_ref, order.temperature_class, order.load_weight_lbs], [refs[0], 'REFRIGERATED', 6])
  const shown = { ...inputOf(order), items, temperature_class: 'REFRIGERATED', load_weight_lbs: 6 }
  const edit = (members: Record<string, unknown>) =>
    office.post<OrderOut>(`/orders/${order.order_uuid}`, { order: { ...shown, ...members }, version: order.changed_at })
  const refused = await edit({ load_weight_lbs: 7 })
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /: load_weight_lbs can’t change there/)
  const edited = await edit({ instructions: 'Ring twice' })
  assert.equal(edited.status, 200, edited.body.message)
})

test('many orders are rescheduled or canceled at once, with a reason for each refusal', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  await addEndpoint(app, shop.businessId)
  const [open, gone] = [await add(shop), await add(shop)]
  await shop.post(`/orders/${gone.external_ref}/cancel`)
  const order_uuids = [open.order_uuid, gone.order_uuid, route.stops[0]?.order_uuid]
  const day = dateIn(service, 4)
  const moved = await office.post<BulkResult[]>('/orders-dates', { order_uuids, delivery_date: day })
  assert.deepEqual(
    moved.body.data.map(({ done }) => done),
    [true, false, false],
  )
  assert.match(moved.body.data[2]?.message ?? '', /on a route that was sent/)
  assert.equal((await detail(office, open.order_uuid)).order.delivery_date, day)

  const cancelled = await office.post<BulkResult[]>('/orders-cancelled', { order_uuids, reason: 'Customer called' })
  assert.deepEqual(
    cancelled.body.data.map(({ done }) => done),
    [true, true, true],
  )
  clock.advance(121)
  await settleOutcomesJob.run(app)
  const events = (await pendingEvents(app, shop.businessId)).filter(({ event }) => event === 'order.cancelled')
  assert.deepEqual(
    events.map(({ facts }) => [facts.external_ref, facts.source, facts.reason]),
    [open.external_ref, route.stops[0]?.external_ref].map((ref) => [ref, 'OFFICE', 'Customer called']),
  )
})

test('a moved pin sets the location permanently and updates the times of its route', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 2)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const before = await builtRoute(shop, date)
  const id = before.stops[0]?.order_uuid ?? ''
  const moved = await office.post<OrderOut>(`/orders/${id}/location`, { lat: 38.95, lng: -77.0 })
  assert.deepEqual([moved.body.data.address.lat, moved.body.data.placement], [38.95, 'PLACED'])
  const { body } = await shop.get<{ distance_miles: number }>(`/routes/${before.route_uuid}`)
  assert.notEqual(body.data.distance_miles, before.distance_miles)
  await shop.post(`/orders/${refs[0]}/cancel`)
  const cancelled = (await list(office, 'status=CANCELLED')).orders[0]
  assert.equal((await office.post(`/orders/${cancelled?.order_uuid}/location`, { lat: 38.95, lng: -77 })).status, 409)
})
