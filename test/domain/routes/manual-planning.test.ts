// Tests the warnings for a dispatcher: one for each rule of a vehicle or delivery that a route breaks.
import { US_FORMATS } from '../../../src/domain/formats.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderRules, VehicleRules } from '../../../src/domain/planning/rules.ts'
import { lengthWarnings, loadWarnings } from '../../../src/domain/routes/manual-planning.ts'
import { inEnglish } from '../../helpers/in-english.ts'

const van = (rules: VehicleRules | null) => ({
  name: 'Van',
  temperatureClasses: ['DRY'] as const,
  capacityLbs: null,
  maxStops: null,
  rules,
})
const stop = (externalRef: string, rules: OrderRules | null, status: 'PENDING' | 'DELIVERED' = 'PENDING') => ({
  externalRef,
  rules,
  status,
  trip: 1,
  loadWeightLbs: null,
})
type Warned = Parameters<typeof loadWarnings>
const messages = (vehicle: Warned[0], stops: Warned[1], driver: Warned[2], formats: Warned[3] = US_FORMATS): string[] =>
  loadWarnings(vehicle, stops, driver, formats).map(({ code, message }) => `${code}: ${inEnglish(message)}`)

test('a load above the vehicle’s pieces or volume causes a warning, but an unknown load or limit does not', () => {
  const stops = [stop('A', { loadPieces: 8, loadCubicFeet: 30 }), stop('B', { loadPieces: 3 }), stop('C', null)]
  assert.deepEqual(messages(van(null), stops, null), [])
  assert.deepEqual(messages(van({ capacityPieces: 11, capacityCubicFeet: 30 }), stops, null), [])
  assert.deepEqual(messages(van({ capacityPieces: 10, capacityCubicFeet: 20 }), stops, null), [
    'CAPACITY: 1 piece more than Van carries (11 of 10 pieces)',
    'CAPACITY: 10 ft³ more than Van carries (30 of 20 ft³)',
  ])
  assert.deepEqual(messages(van({ capacityCubicFeet: 20 }), stops, null, { ...US_FORMATS, units: 'METRIC' }), [
    'CAPACITY: 0.283 m³ more than Van carries (0.85 of 0.566 m³)',
  ])
})

test('missing skills of the vehicle are listed by skill, and finished stops need none', () => {
  const lift = { requiredSkills: ['lift gate'] }
  const stops = ['A', 'B', 'C', 'D', 'E'].map((ref) => stop(ref, lift))
  assert.deepEqual(messages(van({ skills: ['lift gate'] }), stops, null), [])
  assert.deepEqual(messages(van(null), [...stops, stop('F', lift, 'DELIVERED')], null), [
    'SKILL: A, B, C and 2 more need lift gate, which Van lacks',
  ])
  assert.deepEqual(messages(van({ skills: ['helper'] }), [stop('A', { requiredSkills: ['helper', 'crane'] })], null), [
    'SKILL: A needs crane, which Van lacks',
  ])
})

test('a driver who is excluded or not required causes a warning', () => {
  const stops = [stop('A', { requiredDrivers: ['Ann Lee', 'Cy'] }), stop('B', { excludedDrivers: ['bo park'] })]
  assert.deepEqual(messages(van(null), stops, 'ann lee'), [])
  assert.deepEqual(messages(van(null), stops, 'Bo Park'), [
    'DRIVER: A needs Ann Lee or Cy as its driver',
    'DRIVER: B must not be driven by Bo Park',
  ])
  assert.deepEqual(messages(van(null), stops, null), ['DRIVER: A needs Ann Lee or Cy as its driver'])
})

test('exceeded limits of working and driving time, and overtime, cause warnings', () => {
  const rules = { maxWorkingMinutes: 480, maxDrivingMinutes: 240, overtimeAfterMinutes: 420 }
  const codes = (workMinutes: number, driveMinutes: number) =>
    lengthWarnings(rules, { workMinutes, driveMinutes }).map(({ code, message }) => `${code}: ${inEnglish(message)}`)
  assert.deepEqual(codes(420.5, 240), [])
  assert.deepEqual(codes(500, 250), [
    'WORKING_TIME: 20 min longer out than allowed',
    'DRIVING_TIME: 10 min longer at the wheel than allowed',
    'OVERTIME: 80 min of overtime',
  ])
  assert.deepEqual(lengthWarnings(null, { workMinutes: 5_000, driveMinutes: 5_000 }), [])
})
