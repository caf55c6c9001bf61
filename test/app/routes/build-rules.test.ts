// What vehicles have and what deliveries ask of them: from the office, the API and a file into a build.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { OrderOut } from '../../../src/contract/orders.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
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

const van = {
  name: 'Van',
  capacity_lbs: null,
  temperature_classes: ['DRY'],
  shift_start: '08:00',
  shift_end: '17:00',
  max_stops: null,
  driver_uuid: null as string | null,
  depot_uuid: null,
  active: true,
}

/** A business with Ann on "Van" and Bo on "Truck", as these rules make them. */
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
  const built = async () => {
    const { status, body } = await shop.post<Built>('/routes/build', { date })
    assert.equal(status, 201, body.message)
    const on = new Map(
      body.data.routes.flatMap(({ vehicle, stops }) => stops.map((stop) => [stop.external_ref, vehicle.name])),
    )
    return { on, unassigned: body.data.unassigned }
  }
  return { shop, office, sent, built }
}

test('skills, drivers and pieces decide which vehicle takes a delivery', async () => {
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

test('what no vehicle of the day can do is accepted, and left off with its reason and fix', async () => {
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
  assert.match(said.get(nobody.external_ref)?.nearest_fix ?? '', /^let someone else than/)
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

test('of deliveries that cannot all be made the one of higher priority is', async () => {
  const { sent, built } = await fleetOf({ van: { max_stops: 1 }, truck: { max_stops: 1 } })
  const some = [await sent({}), await sent({ priority: 90 }), await sent({}), await sent({ priority: 80 })]
  const { on } = await built()
  assert.deepEqual(
    some.map(({ external_ref: ref }) => on.has(ref)),
    [false, true, false, true],
  )
})

test('rules are read as sent, only where sent; without them the order is as it was', async () => {
  const { shop, sent } = await fleetOf()
  const rules = {
    priority: 5,
    load_pieces: 3,
    load_cubic_feet: 1.5,
    required_skills: ['lift gate'],
    required_drivers: ['Ann Lee'],
    excluded_drivers: ['Bo Park'],
  }
  const order = await sent(rules)
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

test('400 names the field; on a dispatched route 409 does', async () => {
  const { shop } = await fleetOf()
  const wrong = { priority: 101, load_pieces: -1, required_skills: [' '], excluded_drivers: 'Ann' }
  const { status, body } = await shop.post('/orders', orderBody({ delivery_date: date, ...wrong }))
  assert.equal(status, 400)
  assert.deepEqual(body.details.fields, ['priority', 'load_pieces', 'required_skills.0', 'excluded_drivers'])
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
  })
  assert.deepEqual(faulty.body.details.fields, ['capacity_pieces', 'max_driving_minutes'])
})
