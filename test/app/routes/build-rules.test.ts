// Tests that abilities of vehicles and requirements of deliveries reach a build, whether they are set in the office, by
// the API or by a file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlacesOut } from '../../../src/contract/stop-places.ts'
import type { MovesOut } from '../../../src/contract/manual-planning.ts'
import type { DayOut, DayStop } from '../../../src/contract/day.ts'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { VAN_BODY as van } from '../../helpers/fleet.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dateIn, dispatchedRoute } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()
const date = dateIn(service, 1)

interface Built {
  routes: RouteWithStops[]
  unassigned: { external_ref: string; reason: { code: string; message: string }; nearest_fix: string | null }[]
}

/** A business with Ann on "Van" and Bo on "Truck", with these rules. */
async function fleetOf(rules: { van?: object; truck?: object } = {}) {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  await office.post('/depots', { name: 'Depot', address: null, lat: 38.9, lng: -77.03 })
  for (const name of ['Ann Lee', 'Bo Park'])
    await office.post('/drivers', { name, phone: null, email: null, active: true })
  const { drivers } = (await office.get<FleetOut>('/fleet')).body.data
  const driver = (name: string) => drivers.find((one) => one.name === name)?.driver_uuid ?? null
  for (const [name, drives, own] of [
    ['Van', 'Ann Lee', rules.van],
    ['Truck', 'Bo Park', rules.truck],
  ] as const) {
    const made = await office.post('/vehicles', { ...van, name, driver_uuid: driver(drives), ...own })
    assert.equal(made.status, 200, made.body.message)
  }
  const sent = async (members: Record<string, unknown>) => {
    const body = orderBody({ delivery_date: date, ...members })
    const { status, body: answer } = await shop.post<OrderOut>('/orders', body)
    assert.equal(status, 201, answer.message)
    return answer.data
  }
  const built = async (vehicle_ids?: string[]) => {
    const { status, body } = await shop.post<Built>('/routes/build', { date, vehicle_ids })
    assert.equal(status, 201, body.message)
    const on = new Map(
      body.data.routes.flatMap(({ vehicle, stops }) => stops.map((stop) => [stop.external_ref, vehicle.name])),
    )
    return { on, unassigned: body.data.unassigned }
  }
  return { shop, office, sent, built }
}

test('skills, drivers and pieces determine the vehicle of a delivery', async () => {
  const { sent, built } = await fleetOf({
    van: { skills: ['Helper'], capacity_pieces: 5 },
    truck: { skills: ['lift gate '] },
  })
  const lift = await sent({ required_skills: ['Lift Gate'] })
  const help = await sent({ required_skills: ['helper'] })
  const ann = await sent({ required_drivers: ['ann lee', 'Someone Else'] })
  const notAnn = await sent({ excluded_drivers: ['ANN LEE'] })
  const many = await sent({ load_pieces: 6 })
  const { on, unassigned } = await built()
  assert.deepEqual(unassigned, [])
  assert.deepEqual(
    [lift, help, ann, notAnn, many].map(({ external_ref: ref }) => on.get(ref)),
    ['Truck', 'Van', 'Van', 'Truck', 'Truck'],
  )
})

test('a delivery that no vehicle of the day can make is accepted, and unassigned with its reason and fix', async () => {
  const { sent, built } = await fleetOf({
    van: { max_driving_minutes: 60, capacity_cubic_feet: 100 },
    truck: { max_working_minutes: 45, capacity_cubic_feet: 80 },
  })
  const crane = await sent({ required_skills: ['crane'] })
  const cy = await sent({ required_drivers: ['Cy Wong'] })
  const nobody = await sent({ excluded_drivers: ['Ann Lee', 'Bo Park'] })
  const bulky = await sent({ load_cubic_feet: 101 })
  const far = await sent({ address: { line1: 'Far', lat: 39.7, lng: -77.03 }, excluded_drivers: ['Bo Park'] })
  await sent({})
  const { unassigned } = await built()
  const said = new Map(
    unassigned.map(({ external_ref, reason, nearest_fix }) => [external_ref, { ...reason, nearest_fix }]),
  )
  assert.equal(said.size, 5)
  assert.deepEqual(said.get(crane.external_ref)?.code, 'SKILL')
  assert.match(said.get(crane.external_ref)?.nearest_fix ?? '', /^give vehicle (Van|Truck) the skill crane$/)
  assert.deepEqual(
    [said.get(cy.external_ref)?.code, said.get(cy.external_ref)?.message],
    ['DRIVER', 'needs Cy Wong as its driver, who drives no vehicle in this build'],
  )
  assert.match(said.get(cy.external_ref)?.nearest_fix ?? '', /^let Cy Wong drive vehicle (Van|Truck)$/)
  assert.equal(said.get(nobody.external_ref)?.code, 'DRIVER')
  assert.match(said.get(nobody.external_ref)?.nearest_fix ?? '', /^let someone other than/)
  assert.deepEqual(
    [said.get(bulky.external_ref)?.message, said.get(bulky.external_ref)?.nearest_fix],
    [
      'has 101 cubic feet; the largest vehicle that could take it, Van, holds 100 cubic feet',
      'add 1 cubic foot of capacity to vehicle Van',
    ],
  )
  assert.equal(said.get(far.external_ref)?.code, 'DRIVING_TIME')
  assert.match(said.get(far.external_ref)?.nearest_fix ?? '', /^let vehicle Van drive \d+ minutes longer/)
})

test('a rebuilt route keeps the rules for its own driver, not for the default driver of its vehicle', async () => {
  const { office, sent, built } = await fleetOf()
  const { drivers, vehicles } = (await office.get<FleetOut>('/fleet')).body.data
  const driver_uuid = drivers.find(({ name }) => name === 'Bo Park')?.driver_uuid
  const ann = vehicles.find(({ name }) => name === 'Van')?.vehicle_uuid ?? assert.fail()
  await sent({})
  await built([ann])
  const [route] = (await office.get<DayOut>(`/day?date=${date}`)).body.data.routes
  const { status } = await office.post(`/routes/${route?.route_uuid}/reassign`, { driver_uuid })
  assert.equal(status, 200)
  const [needsAnn, notBo, needsBo] = [
    await sent({ required_drivers: ['Ann Lee'] }),
    await sent({ excluded_drivers: ['Bo Park'] }),
    await sent({ required_drivers: ['Bo Park'] }),
  ].map(({ external_ref }) => external_ref)
  const { on, unassigned } = await built([ann])
  assert.deepEqual(
    new Set(unassigned.map(({ external_ref, reason }) => `${external_ref} ${reason.code}`)),
    new Set([`${needsAnn} DRIVER`, `${notBo} DRIVER`]),
  )
  assert.equal(on.get(needsBo ?? ''), 'Van')
})

test('a rebuilt route has the current shift and depot of its vehicle', async () => {
  const { office, sent, built } = await fleetOf()
  await office.post('/depots', { name: 'North', address: null, lat: 38.95, lng: -77.03 })
  const { vehicles, depots } = (await office.get<FleetOut>('/fleet')).body.data
  const { vehicle_uuid, ...record } = vehicles[0] ?? assert.fail()
  const eastern = { timeZone: 'America/New_York', timeStyle: 'short' } as const
  const shown = async () => {
    const [route] = (await office.get<DayOut>(`/day?date=${date}`)).body.data.routes
    const [from, to] = [route?.shift_start, route?.shift_end].map((at) => new Date(at ?? ''))
    return [from?.toLocaleTimeString('en-GB', eastern), to?.toLocaleTimeString('en-GB', eastern), route?.depot.name]
  }
  await sent({})
  await built([vehicle_uuid])
  assert.deepEqual(await shown(), ['08:00', '17:00', 'Depot'])
  const depot_uuid = depots.find(({ name }) => name === 'North')?.depot_uuid
  const changed = { ...record, shift_start: '12:00', shift_end: '20:00', depot_uuid }
  assert.equal((await office.send('PATCH', `/vehicles/${vehicle_uuid}`, changed)).status, 200)
  assert.deepEqual(await shown(), ['08:00', '17:00', 'Depot'])
  await sent({})
  await built([vehicle_uuid])
  assert.deepEqual(await shown(), ['12:00', '20:00', 'North'])
})

test('a preferred driver gets a delivery near another driver’s stop, but not if it is far out of the way', async () => {
  const { sent, built } = await fleetOf()
  const at = (lat: number) => ({ address: { line1: `At ${lat}`, lat, lng: -77.03 } })
  await sent({ ...at(38.92), required_drivers: ['Ann Lee'] })
  await sent({ ...at(38.88), required_drivers: ['Bo Park'] })
  const near = await sent({ ...at(38.925), preferred_drivers: ['bo park'] })
  const far = await sent({ ...at(39.4), preferred_drivers: ['Nobody Here'] })
  const { on, unassigned } = await built()
  assert.deepEqual(unassigned, [])
  assert.equal(on.get(near.external_ref), 'Truck')
  assert.ok(on.has(far.external_ref))
})

test('a delivery goes with the vehicle of its area that day, but not if it is far out of the way', async () => {
  const { shop, office, sent, built } = await fleetOf()
  const owner = await signedIn(service, shop.businessId, 'OWNER')
  const corner = (lng: number, lat: number) => [-77.08 + lng * 0.1, 38.91 + lat * 0.1]
  const zone = {
    name: 'North',
    geometry: {
      type: 'Polygon',
      coordinates: [[corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), corner(0, 0)]],
    },
    hours: Array.from({ length: 7 }, () => ({ start: '00:00', end: '23:59' })),
    capacity: null,
    cutoff_days: null,
    cutoff_time: null,
    active: true,
    closures: [],
  }
  const made = await owner.post<{ zone_uuid: string }>('/zones', zone)
  assert.equal(made.status, 200, made.body.message)
  const { zone_uuid } = made.body.data
  const at = (lat: number) => ({ address: { line1: `At ${lat}`, lat, lng: -77.03 } })
  const north = await sent(at(38.915))
  await sent({ ...at(38.935), required_drivers: ['Ann Lee'] })
  await sent({ ...at(38.88), required_drivers: ['Bo Park'] })
  const give = async (name: string, weekdays: string[]) => {
    const { vehicles } = (await office.get<FleetOut>('/fleet')).body.data
    const { vehicle_uuid, ...record } = vehicles.find((one) => one.name === name) ?? assert.fail()
    const areas = [{ zone_uuid, weekdays }]
    return office.send('PATCH', `/vehicles/${vehicle_uuid}`, { ...record, areas })
  }
  const noon = new Date(`${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}T12:00:00Z`)
  const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
  const [today = '', tomorrow = ''] = [days[noon.getUTCDay()], days[(noon.getUTCDay() + 1) % 7]]
  assert.equal((await give('Truck', [tomorrow])).status, 200)
  assert.equal((await built()).on.get(north.external_ref), 'Van', 'on its way')
  assert.equal((await give('Truck', [today, tomorrow])).status, 200)
  const { vehicles } = (await office.get<FleetOut>('/fleet')).body.data
  const again = await built(vehicles.map(({ vehicle_uuid }) => vehicle_uuid))
  assert.equal(again.on.get(north.external_ref), 'Truck')
  assert.deepEqual(vehicles.find(({ name }) => name === 'Truck')?.areas, [{ zone_uuid, weekdays: [today, tomorrow] }])

  const faulty = await give('Truck', [])
  assert.deepEqual([faulty.status, faulty.body.details.fields], [400, ['areas.0.weekdays']])
  const { body: fleet } = await office.get<FleetOut>('/fleet')
  const [vehicle] = fleet.data.vehicles
  const { vehicle_uuid, ...record } = vehicle ?? assert.fail()
  const elsewhere = [{ zone_uuid: '01900000-0000-7000-8000-000000000000', weekdays: ['MON'] }]
  assert.equal((await office.send('PATCH', `/vehicles/${vehicle_uuid}`, { ...record, areas: elsewhere })).status, 404)
})

test('if not all deliveries fit, those with the higher priority are made', async () => {
  const { sent, built } = await fleetOf({ van: { max_stops: 1 }, truck: { max_stops: 1 } })
  const some = [await sent({}), await sent({ priority: 90 }), await sent({}), await sent({ priority: 80 })]
  const { on } = await built()
  assert.deepEqual(
    some.map(({ external_ref: ref }) => on.has(ref)),
    [false, true, false, true],
  )
})

test('service is in one of several windows, also after a reorder; after the last window it is late', async () => {
  const { office, sent, built } = await fleetOf()
  const required_drivers = ['Ann Lee']
  const [early, late] = ['09:00', '15:00']
  const more = await sent({
    required_drivers,
    window_start: '07:00',
    window_end: '07:30',
    more_windows: [
      { window_start: early, window_end: '09:30' },
      { window_start: late, window_end: '15:30' },
    ],
  })
  const noon = await sent({ required_drivers, window_start: '12:00', window_end: '12:05' })
  assert.equal((await built()).on.size, 2)
  const day = async () => (await office.get<DayOut>(`/day?date=${date}`)).body.data
  const stopOf = ({ routes }: DayOut, { external_ref: ref }: { external_ref: string }) =>
    routes.flatMap(({ stops }) => stops).find((stop) => stop.external_ref === ref) ?? assert.fail()
  const before = await day()
  const [route] = before.routes
  assert.deepEqual([stopOf(before, more).sequence, stopOf(before, more).late_minutes], [1, 0])
  assert.equal(stopOf(before, more).windows.length, 3)
  const service = ({ planned_arrival, windows }: DayStop, window: number): boolean =>
    planned_arrival <= (windows[window]?.to ?? '') && planned_arrival > (windows[window - 1]?.to ?? '')
  assert.ok(service(stopOf(before, more), 1), stopOf(before, more).planned_arrival)
  const move = async (order: { order_uuid: string }, position: number, versions: DayOut) => {
    const { status, body } = await office.post('/moves', {
      moves: [{ order_uuids: [order.order_uuid], to: { route_uuid: route?.route_uuid, position } }],
      versions: Object.fromEntries(versions.routes.map(({ route_uuid, version }) => [route_uuid, version])),
      preview: false,
    })
    assert.equal(status, 200, body.message)
  }
  await move(more, 1, before)
  const after = await day()
  assert.deepEqual([stopOf(after, more).sequence, stopOf(after, more).late_minutes], [2, 0])
  assert.ok(service(stopOf(after, more), 2), stopOf(after, more).planned_arrival)
  // The route waits for the third window, as its end shows.
  assert.ok((after.routes[0]?.planned_end ?? '') > (stopOf(after, more).windows[2]?.from ?? 'none'))
  assert.equal(stopOf(after, noon).sequence, 1)
})

test("service time follows the vehicle's factor, also after a move and on another vehicle", async () => {
  const { shop, office, sent, built } = await fleetOf({ van: { service_factor: 2 }, truck: { service_factor: 0.5 } })
  const ann = await sent({ required_drivers: ['Ann Lee'], service_minutes: 10 })
  const bo = await sent({ required_drivers: ['Bo Park'], service_minutes: 10 })
  await built()
  const day = async () => (await office.get<DayOut>(`/day?date=${date}`)).body.data
  const minutesOf = async () => {
    const stops = (await day()).routes.flatMap((route) => route.stops.map((stop) => ({ ...stop, on: route.name })))
    return [ann, bo].map((order) => {
      const { on, service_minutes } = stops.find((stop) => stop.order_uuid === order.order_uuid) ?? assert.fail()
      return [on, service_minutes]
    })
  }
  assert.deepEqual(await minutesOf(), [
    ['Van', 20],
    ['Truck', 5],
  ])
  const before = await day()
  const [from, to] = ['Van', 'Truck'].map((name) => before.routes.find((route) => route.name === name))
  const moves = [{ order_uuids: [ann.order_uuid], to: { route_uuid: to?.route_uuid, position: 0 } }]
  const versions = Object.fromEntries(before.routes.map(({ route_uuid, version }) => [route_uuid, version]))
  const moved = await office.post<MovesOut>('/moves', { moves, versions, preview: false })
  assert.equal(moved.status, 200, moved.body.message)
  assert.deepEqual(await minutesOf(), [
    ['Truck', 5],
    ['Truck', 5],
  ])
  const warned = moved.body.data.routes.find(({ name }) => name === 'Truck')?.warnings
  assert.deepEqual(
    warned?.map(({ code }) => code),
    ['DRIVER'],
  )
  const offered = (await office.get<PlacesOut>(`/orders/${bo.order_uuid}/places`)).body.data.places
  assert.deepEqual(
    offered.map(({ name, warnings }) => [name, warnings.map(({ code }) => code)]),
    [['Van', ['DRIVER']]],
  )
  const ref = { delivery_date: date, external_ref: bo.external_ref, required_drivers: ['Bo Park'] }
  assert.equal((await shop.post('/orders', orderBody({ ...ref, service_minutes: 30 }))).status, 200)
  assert.deepEqual((await minutesOf())[1], ['Truck', 15])
  const { version } = (await day()).routes.find((route) => route.name === 'Truck') ?? assert.fail()
  const swapped = await office.post(`/routes/${to?.route_uuid}/vehicle`, {
    vehicle_uuid: from?.vehicle.vehicle_uuid,
    version,
  })
  assert.equal(swapped.status, 200, swapped.body.message)
  assert.deepEqual(
    (await minutesOf()).map(([, minutes]) => minutes),
    [20, 60],
  )
})

test('overtime is avoided if another vehicle costs less, and otherwise has a warning', async () => {
  const { office, sent, built } = await fleetOf({
    van: { overtime_after_minutes: 30, overtime_factor: 10 },
    truck: { overtime_after_minutes: 600 },
  })
  const long = await sent({ service_minutes: 120 })
  const only = await sent({ service_minutes: 60, required_drivers: ['Ann Lee'] })
  const { on } = await built()
  assert.deepEqual([on.get(long.external_ref), on.get(only.external_ref)], ['Truck', 'Van'])
  const { routes } = (await office.get<DayOut>(`/day?date=${date}`)).body.data
  const warningsOf = (vehicle: string) => routes.find(({ name }) => name === vehicle)?.warnings.map(({ code }) => code)
  assert.deepEqual([warningsOf('Van'), warningsOf('Truck')], [['OVERTIME'], []])
})

test('rules are returned as sent and only if sent; without them the order is unchanged', async () => {
  const { shop, sent } = await fleetOf()
  const windows = { window_start: '08:00', window_end: '09:00' }
  const rules = {
    more_windows: [{ window_start: '10:00', window_end: '11:00' }],
    priority: 5,
    ready_at: '07:45',
    load_pieces: 3,
    load_cubic_feet: 1.5,
    required_skills: ['lift gate'],
    required_drivers: ['Ann Lee'],
    excluded_drivers: ['Bo Park'],
    preferred_drivers: ['Cy Wong'],
  }
  const order = await sent({ ...windows, ...rules })
  const read = (await shop.get<OrderOut>(`/orders/${order.external_ref}`)).body.data
  assert.deepEqual(Object.fromEntries(Object.keys(rules).map((name) => [name, read[name as keyof OrderOut]])), rules)
  const plain = await sent({ required_skills: [] })
  for (const name of Object.keys(rules)) assert.ok(!(name in plain), name)
  const again = await shop.post<OrderOut>(
    '/orders',
    orderBody({ external_ref: order.external_ref, delivery_date: date }),
  )
  assert.equal(again.status, 200)
  assert.ok(!('priority' in again.body.data))
})

test('400 names the field, and so does 409 on a dispatched route', async () => {
  const { shop } = await fleetOf()
  const wrong = { priority: 101, load_pieces: -1, required_skills: [' '], excluded_drivers: 'Ann' }
  const { status, body } = await shop.post('/orders', orderBody({ delivery_date: date, ...wrong }))
  assert.equal(status, 400)
  assert.deepEqual(body.details.fields, ['priority', 'load_pieces', 'required_skills.0', 'excluded_drivers'])
  const span = (start: string, end: string) => ({ window_start: start, window_end: end })
  for (const [windows, fields] of [
    [{ more_windows: [span('10:00', '11:00')] }, ['window_end']],
    [{ ...span('08:00', '10:00'), more_windows: [span('10:00', '11:00')] }, ['more_windows.0.window_start']],
    [{ window_end: '08:00', more_windows: [span('11:00', '10:00')] }, ['more_windows.0.window_end']],
    [
      { window_end: '08:00', more_windows: [{ window_start: '9' }] },
      ['more_windows.0.window_start', 'more_windows.0.window_end'],
    ],
  ] as const) {
    const refused = await shop.post('/orders', orderBody({ delivery_date: date, ...windows }))
    assert.deepEqual([refused.status, refused.body.details.fields], [400, fields])
  }
  const { shop: other, route } = await dispatchedRoute(service, 1)
  const ref = route.stops[0]?.external_ref ?? ''
  const { data: order } = (await other.get<OrderOut>(`/orders/${ref}`)).body
  const { external_ref, customer_name, address, delivery_date } = order
  const changed = { external_ref, customer_name, address, delivery_date, required_skills: ['crane'] }
  const refused = await other.post('/orders', changed)
  assert.equal(refused.status, 409)
  assert.ok(JSON.stringify(refused.body).includes('required_skills'), JSON.stringify(refused.body))
})

test('the office changes the rules of a vehicle and sees them', async () => {
  const { office } = await fleetOf()
  const [vehicle] = (await office.get<FleetOut>('/fleet')).body.data.vehicles
  const { vehicle_uuid, ...record } = vehicle ?? assert.fail()
  assert.deepEqual([record.skills, record.capacity_pieces, record.max_driving_minutes], [[], null, null])
  const rules = {
    skills: ['lift gate'],
    capacity_pieces: 12,
    capacity_cubic_feet: 300,
    max_working_minutes: 480,
    max_driving_minutes: 240,
    overtime_after_minutes: 420,
    overtime_factor: 2,
    service_factor: 1.25,
    height_feet: 11.5,
    width_feet: 8,
    length_feet: 26,
    gross_weight_lbs: 26_000,
    axle_load_lbs: 18_000,
  }
  assert.equal((await office.send('PATCH', `/vehicles/${vehicle_uuid}`, { ...record, ...rules })).status, 200)
  const after = (await office.get<FleetOut>('/fleet')).body.data.vehicles.find(
    (one) => one.vehicle_uuid === vehicle_uuid,
  )
  assert.deepEqual(after, { ...vehicle, ...rules, version: record.version + 1 })
  const faulty = await office.send('PATCH', `/vehicles/${vehicle_uuid}`, {
    ...record,
    version: record.version + 1,
    max_driving_minutes: 0,
    capacity_pieces: -1,
    service_factor: 0,
  })
  assert.deepEqual(faulty.body.details.fields, ['capacity_pieces', 'max_driving_minutes', 'service_factor'])
  const half = await office.send('PATCH', `/vehicles/${vehicle_uuid}`, { ...record, overtime_factor: 2 })
  assert.deepEqual([half.status, half.body.details.fields], [400, ['overtime_after_minutes']])
  const badSize = await office.send('PATCH', `/vehicles/${vehicle_uuid}`, {
    ...record,
    height_feet: 16.5,
    width_feet: 0,
    length_feet: '26',
    gross_weight_lbs: 9,
    axle_load_lbs: 1e6,
  })
  assert.equal(badSize.status, 400)
  const messagesOf = (details: object) =>
    (details as { errors: { field: string; message: string }[] }).errors.map(({ field, message }) => [field, message])
  assert.deepEqual(messagesOf(badSize.body.details), [
    ['height_feet', 'must be at most 16.4 ft (5 m)'],
    ['width_feet', 'must be at least 1 ft (0.3 m)'],
    ['length_feet', 'must be a number'],
    ['gross_weight_lbs', 'must be at least 10 lb (4.5 kg)'],
    ['axle_load_lbs', 'must be at most 44,092 lb (20,000 kg)'],
  ])
  const heavyAxle = { ...record, gross_weight_lbs: 10_000, axle_load_lbs: 10_001 }
  const refused = await office.send('PATCH', `/vehicles/${vehicle_uuid}`, heavyAxle)
  assert.deepEqual([refused.status, refused.body.details.fields], [400, ['axle_load_lbs']])
})
