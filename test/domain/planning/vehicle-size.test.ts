import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { storedOf } from '../../../src/domain/formats.ts'
import { MAX_VEHICLE_SIZE, type VehicleSize } from '../../../src/domain/planning/road-vehicle.ts'
import { metersOf, tonnesOf } from '../../../src/roads/read/measures.ts'
import { MAX_MEASURES, sizeOf, wholeMeasures } from '../../../src/domain/planning/vehicle-size.ts'

test('feet and pounds of the fleet become meters and tonnes; a measure that is not stated is absent', () => {
  assert.deepEqual(
    sizeOf({ heightFeet: 10, widthFeet: 8, lengthFeet: 30, grossWeightLbs: 26_000, axleLoadLbs: 12_000 }),
    {
      heightMeters: 3.048,
      widthMeters: 2.4384,
      lengthMeters: 9.144,
      weightTonnes: 11.793401,
      axleTonnes: 5.443108,
    },
  )
  assert.deepEqual(sizeOf({ grossWeightLbs: 10_000 }), { weightTonnes: 4.535923 })
  assert.deepEqual([sizeOf({}), sizeOf(null)], [undefined, undefined])
})

test('a size that was entered in metric units does not exceed a limit of exactly this size', () => {
  const millimeters = fc.integer({ min: 500, max: 40_000 })
  fc.assert(
    fc.property(millimeters, (thousandths) => {
      const typed = thousandths / 1_000
      const { heightMeters = 99 } = sizeOf({ heightFeet: storedOf('METRIC', 'length', typed) }) ?? {}
      assert.ok(heightMeters <= typed && heightMeters > typed - 2e-6, `${typed} m becomes ${heightMeters} m`)
      const { weightTonnes = 99 } = sizeOf({ grossWeightLbs: storedOf('METRIC', 'weight', thousandths) }) ?? {}
      assert.ok(weightTonnes <= typed && weightTonnes > typed - 2e-6, `${typed} t becomes ${weightTonnes} t`)
    }),
  )
})

test('a size in feet and inches or in pounds equals the limit on a sign of exactly this size', () => {
  const inches = fc.integer({ min: 12, max: 196 })
  const pounds = fc.integer({ min: 100, max: 1_320 }).map((hundreds) => 100 * hundreds)
  fc.assert(
    fc.property(inches, pounds, (height, weight) => {
      const [feet, rest] = [Math.floor(height / 12), height % 12]
      for (const sign of [`${feet}'${rest}"`, `${feet} ft ${rest} in`, `${height}"`])
        assert.equal(sizeOf({ heightFeet: height / 12 })?.heightMeters, metersOf(sign), sign)
      assert.equal(sizeOf({ heightFeet: storedOf('US', 'length', height / 12) })?.heightMeters, metersOf(`${height}"`))
      for (const sign of [`${weight} lbs`, `${weight / 2_000} st`, `${weight / 2_240} lt`])
        assert.equal(sizeOf({ grossWeightLbs: weight })?.weightTonnes ?? 99, tonnesOf(sign) ?? 98, sign)
    }),
  )
})

test('the maximum in feet and pounds is that of the roads, also if it was entered in metric units', () => {
  assert.deepEqual(sizeOf(MAX_MEASURES), MAX_VEHICLE_SIZE)
  const { heightMeters, weightTonnes }: VehicleSize = MAX_VEHICLE_SIZE
  assert.ok(storedOf('METRIC', 'length', heightMeters) <= MAX_MEASURES.heightFeet)
  assert.ok(storedOf('METRIC', 'weight', weightTonnes * 1_000) <= MAX_MEASURES.grossWeightLbs)
})

test('the size of a usual vehicle is shown in feet and pounds', () => {
  const { heightFeet, grossWeightLbs } = wholeMeasures('TRUCK')
  assert.ok(Math.abs(heightFeet - 13.1234) < 1e-4 && Math.abs(grossWeightLbs - 25_992.5) < 0.1)
  assert.ok(Math.abs(wholeMeasures('TRUCK', { grossWeightLbs: 7_700 }).axleLoadLbs - 7_700) < 0.1)
})
