import assert from 'node:assert/strict'
import { test } from 'node:test'
import { legsName, type RoadVehicle, roadVehicleKey } from '../../../src/domain/planning/road-vehicle.ts'

test('vehicles have the same key only if kind, measures and hours are equal', () => {
  const vehicles: RoadVehicle[] = [
    { costing: 'CAR' },
    { costing: 'TRUCK' },
    { costing: 'TRUCK', size: { heightMeters: 3.2 } },
    { costing: 'TRUCK', size: { widthMeters: 3.2 } },
    { costing: 'TRUCK', size: { heightMeters: 3.2, axleTonnes: 5 } },
    { costing: 'TRUCK', period: { from: 480, to: 1_020 } },
    { costing: 'TRUCK', size: { heightMeters: 3.2 }, period: { from: 480, to: 1_020 } },
  ]
  assert.equal(new Set(vehicles.map(roadVehicleKey)).size, vehicles.length)
  assert.equal(
    roadVehicleKey({ costing: 'TRUCK', size: { axleTonnes: 5, heightMeters: 3.2 } }),
    roadVehicleKey(vehicles[4] as RoadVehicle),
  )
  assert.equal(roadVehicleKey({ costing: 'TRUCK', size: {} }), 'TRUCK')
})

test('legs of a vehicle with measures or hours are stored apart from those of its kind', () => {
  assert.equal(legsName('valhalla', { costing: 'CAR' }), 'valhalla')
  assert.equal(legsName('valhalla', { costing: 'TRUCK' }), 'valhalla:truck')
  assert.equal(legsName('valhalla', { costing: 'TRUCK', size: { heightMeters: 3.2 } }), 'valhalla:truck 3.2////')
  assert.equal(legsName('local', { costing: 'CAR', period: { from: 480, to: 1_020 } }), 'local 480-1020')
})
