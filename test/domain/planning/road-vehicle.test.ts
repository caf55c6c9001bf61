import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  legsName,
  type RoadVehicle,
  roadVehicleKey,
  USUAL_SIZES,
  type VehicleSize,
  wholeSizeOf,
} from '../../../src/domain/planning/road-vehicle.ts'

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

test('an assumed axle load is at most the gross weight, and an assumed gross weight at least the axle load', () => {
  const weights = (size: Partial<VehicleSize>, costing: RoadVehicle['costing'] = 'TRUCK') => {
    const { weightTonnes, axleTonnes } = wholeSizeOf({ costing, size })
    return [weightTonnes, axleTonnes]
  }
  assert.deepEqual(weights({ weightTonnes: 3.5 }), [3.5, 3.5])
  assert.deepEqual(weights({ weightTonnes: 7.5 }), [7.5, 7.5])
  assert.deepEqual(weights({ weightTonnes: 8.1 }), [8.1, 8])
  assert.deepEqual(weights({ weightTonnes: 26 }), [26, 8])
  assert.deepEqual(weights({ weightTonnes: 3.5 }, 'CAR'), [3.5, 1.8])
  assert.deepEqual(weights({ weightTonnes: 0.15 }, 'BICYCLE'), [0.15, 0.15])
  assert.deepEqual(weights({ axleTonnes: 12 }), [12, 12])
  assert.deepEqual(weights({ axleTonnes: 5 }), [11.79, 5])
  assert.deepEqual(weights({ weightTonnes: 7.5, axleTonnes: 5 }), [7.5, 5])
  assert.deepEqual(wholeSizeOf({ costing: 'TRUCK' }), USUAL_SIZES.TRUCK)
  assert.deepEqual(wholeSizeOf({ costing: 'TRUCK', size: { heightMeters: 3 } }), {
    ...USUAL_SIZES.TRUCK,
    heightMeters: 3,
  })
})
