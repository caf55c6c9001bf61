// Tests the steps from an empty business to its first plan, adding vehicles and drivers from a table, and sample data.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FirstStepsOut } from '../../../../src/contract/office/first-steps.ts'
import type { FleetOut } from '../../../../src/contract/office/fleet.ts'
import type { DayOut } from '../../../../src/contract/day.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { addEndpoint, pendingEvents } from '../../../helpers/events.ts'
import { addDepot, addVehicle } from '../../../helpers/fleet.ts'
import { type Office, signedIn } from '../../../helpers/office.ts'
import { proposedPlans } from '../../../helpers/proposed-plans.ts'
import { startService } from '../../../helpers/service.ts'

const service = await startService()
const { app } = service

const stepsOf = async (office: Office) => (await office.get<FirstStepsOut>('/first-steps')).body.data
const done = async (office: Office) => (await stepsOf(office)).steps.flatMap((one) => (one.done ? one.step : []))
const fleetOf = async (office: Office) => (await office.get<FleetOut>('/fleet')).body.data
const row = (given: object) => ({
  vehicle: null,
  capacity_lbs: null,
  shift_start: null,
  shift_end: null,
  driver: null,
  driver_phone: null,
  ...given,
})
const dayOf = async (office: Office, date: string | null) => (await office.get<DayOut>(`/day?date=${date}`)).body.data

test('a step is done as soon as the business has its data, and steps can be hidden', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId, 'DISPATCHER')
  const before = await done(office)
  assert.ok(!before.includes('DEPOT') && !before.includes('VEHICLES') && !before.includes('PLAN'))
  await addDepot(app, businessId)
  await addVehicle(app, businessId, {})
  assert.deepEqual(
    (await done(office)).filter((step) => !before.includes(step)),
    ['DEPOT', 'VEHICLES'],
  )
  assert.equal((await stepsOf(office)).hidden, false)
  await office.post('/first-steps/hide')
  assert.equal((await stepsOf(office)).hidden, true)
})

test('rows add vehicles with their drivers, and use existing drivers', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId, 'DISPATCHER')
  const { status, body } = await office.post('/fleet-rows', {
    rows: [
      row({ vehicle: 'Van 1', capacity_lbs: 900, shift_start: '07:00', driver: 'Ana', driver_phone: '202-555-0143' }),
      row({ vehicle: 'Van 2', driver: ' ana ' }),
      row({ driver: 'Ben' }),
    ],
  })
  assert.deepEqual([status, body.data], [200, { vehicles: 2, drivers: 2 }])
  const { vehicles, drivers } = await fleetOf(office)
  assert.deepEqual(
    drivers.map(({ name, phone }) => [name, phone]),
    [
      ['Ana', '202-555-0143'],
      ['Ben', null],
    ],
  )
  const ana = drivers[0]?.driver_uuid
  assert.deepEqual(
    vehicles.map((one) => [one.name, one.capacity_lbs, one.shift_start, one.shift_end, one.driver_uuid]),
    [
      ['Van 1', 900, '07:00', '17:00', ana],
      ['Van 2', null, '08:00', '17:00', ana],
    ],
  )
  await expectAuditRow(service, { businessId }, 'vehicle.created', { times: 2, by: { kind: 'OFFICE' } })
  await expectAuditRow(service, { businessId }, 'driver.created', { times: 2, by: { kind: 'OFFICE' } })
})

test('a phone number is added to an existing driver without one, and must not differ from an existing number', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId, 'DISPATCHER')
  await office.post('/fleet-rows', { rows: [row({ driver: 'Ana' }), row({ driver: 'Ben' })] })
  const numbers = [
    row({ driver: 'ana', driver_phone: '202-555-0143' }),
    row({ vehicle: 'Van 1', driver: 'Ana', driver_phone: '+1 (202) 555-0143' }),
    row({ driver: 'Cy' }),
    row({ driver: 'cy', driver_phone: '202-555-0144' }),
  ]
  assert.equal((await office.post('/fleet-rows', { rows: numbers })).status, 200)
  assert.deepEqual(
    (await fleetOf(office)).drivers.map(({ name, phone }) => [name, phone]),
    [
      ['Ana', '202-555-0143'],
      ['Ben', null],
      ['Cy', '202-555-0144'],
    ],
  )
  await expectAuditRow(service, { businessId }, 'driver.changed', { by: { kind: 'OFFICE' } })
  const refused = await office.post('/fleet-rows', { rows: [row({ driver: 'Ana', driver_phone: '202-555-0145' })] })
  assert.deepEqual([refused.status, refused.body.details.fields], [400, ['rows.0.driver_phone']])
  assert.match(refused.body.message, /differs from Ana’s number: 202-555-0143/)
})

test('an invalid row is named by its field, and no row is added', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId, 'DISPATCHER')
  await addVehicle(app, businessId, { name: 'Van 1' })
  const faulty: [object, string][] = [
    [row({ vehicle: 'VAN 1' }), 'rows.1.vehicle'],
    [row({ capacity_lbs: 5 }), 'rows.1.vehicle'],
    [row({ vehicle: 'Van 3', capacity_lbs: 'much' }), 'rows.1.capacity_lbs'],
    [row({ vehicle: 'Van 3', shift_end: '07:00' }), 'rows.1.shift_end'],
    [row({ driver: 'Cy', driver_phone: 'abc' }), 'rows.1.driver_phone'],
    [row({ driver: 'Dee', driver_phone: '202-555-0178' }), 'rows.1.driver_phone'],
    [row({ driver: 'Dee', driver_phone: 'abc' }), 'rows.1.driver_phone'],
  ]
  for (const [wrong, field] of faulty) {
    const first = row({ vehicle: 'Van 2', driver: 'dee', driver_phone: '202-555-0143' })
    const { status, body } = await office.post('/fleet-rows', { rows: [first, wrong] })
    assert.equal(status, 400, field)
    assert.deepEqual(body.details.fields, [field])
  }
  assert.equal((await fleetOf(office)).vehicles.length, 1)
})

test('sample data can be planned, and is removed with its routes while own data stays', async () => {
  const { businessId } = await service.business()
  await addEndpoint(app, businessId)
  await addDepot(app, businessId)
  const own = await addVehicle(app, businessId, { name: 'Own van' })
  const office = await signedIn(service, businessId, 'DISPATCHER')
  const loaded = await office.post<{ vehicles: number; orders: number }>('/sample-data')
  assert.equal(loaded.status, 200, loaded.body.message)
  await expectAuditRow(service, { businessId }, 'sample.loaded', { by: { kind: 'OFFICE' } })
  assert.equal((await stepsOf(office)).sample, true)
  assert.equal((await office.post('/sample-data')).body.details.code, 'SAMPLE_LOADED')
  const { orders } = loaded.body.data
  const { plan_date: date } = await stepsOf(office)
  assert.ok(date)
  const { data } = await proposedPlans(service, office, { date })
  assert.equal((await office.post(`/build/${data?.plans[0]?.build_uuid}/accept`)).status, 200)

  const removed = await office.send('DELETE', '/sample-data')
  assert.deepEqual([removed.status, removed.body.data], [200, { kept: 0 }])
  await expectAuditRow(service, { businessId }, 'sample.removed', { by: { kind: 'OFFICE' } })
  const { depots, drivers, vehicles } = await fleetOf(office)
  assert.deepEqual([depots.length, drivers.length, vehicles.map(({ vehicle_uuid }) => vehicle_uuid)], [1, 0, [own]])
  assert.equal(depots[0]?.is_default, true)
  const { pool_count, routes } = await dayOf(office, date)
  assert.deepEqual([pool_count, routes.flatMap(({ stops }) => stops)], [0, []])
  assert.equal((await stepsOf(office)).sample, false)
  const told = (await pendingEvents(app, businessId)).filter(({ event }) => event === 'order.cancelled')
  assert.equal(told.length, orders)
  assert.equal((await office.send('DELETE', '/sample-data')).status, 404)
  assert.equal((await office.post('/sample-data')).status, 200)
})
