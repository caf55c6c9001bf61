// Compares plans with the best of all possible plans: with reloads, breaks, departures and strict priorities, alone and
// in pairs.
import { test } from 'node:test'
import fc from 'fast-check'
import type { Break, Stop, Vehicle } from '../../src/engine/problem.ts'
import { againstEveryPlan } from './exhaustive-search.ts'
import { HOUR } from './problems.ts'

const hours = (from: number, to: number) => ({ start: from * HOUR, end: to * HOUR })
const rest = (from: number, to: number, minutes: number, unpaid = false): Break => ({
  windowStart: Math.round(from * HOUR),
  windowEnd: Math.round(to * HOUR),
  seconds: minutes * 60,
  ...(unpaid && { unpaid }),
})

const windows = fc.constantFrom([], [], [hours(8, 8.5)], [hours(8.75, 9)], [hours(9.5, 10)])
const ready = fc.constantFrom(0, 0, 8.5 * HOUR, 9 * HOUR)
const priority = fc.constantFrom(0, 0, 1, 50)
const breaks = fc.constantFrom(
  [],
  [rest(8.2, 9, 15)],
  [rest(8.5, 9.5, 30, true)],
  [rest(8.1, 8.6, 15), rest(9, 9.5, 15)],
)
const reload = fc.constantFrom(
  { location: 0, seconds: 300, max: 2 },
  { location: 0, seconds: 0, max: 1 },
  { location: 1, seconds: 600, max: 2 },
)
const timed = fc.constantFrom(
  { costPerSecond: 0.002 },
  { maxDuration: 5400 },
  { costPerSecond: 0.001, overtime: { after: 1800, costPerSecond: 0.01 } },
)

const of = (stop: fc.Arbitrary<Partial<Stop>>, van: fc.Arbitrary<Partial<Vehicle>>[]) => {
  const vans = fc.tuple(...van).map((parts): Partial<Vehicle> => Object.assign({ shiftEnd: 10.5 * HOUR }, ...parts))
  return [stop, vans] as const
}
const small = { stops: 3, vehicles: 2, numRuns: 40 }

test('a vehicle reloads for goods that are ready later, for space and for windows', () => {
  const wanted = fc.record({ ready, windows, load: fc.constantFrom([4], [6]) })
  againstEveryPlan(...of(wanted, [fc.record({ reload })]))
  againstEveryPlan(...of(wanted, [fc.record({ reload, capacity: fc.constant([10]) })]))
  againstEveryPlan(...of(wanted, [fc.record({ reload, capacity: fc.constant([10]), end: fc.constantFrom(0, null) })]))
})

test('a vehicle that reloads serves five stops as in the best plan', () => {
  const wanted = fc.record({ ready, windows, load: fc.constantFrom([4], [6]) })
  const vans = fc.record({ reload, capacity: fc.constantFrom([12], [Infinity]) })
  againstEveryPlan(...of(wanted, [vans]), {}, undefined, { stops: 5, vehicles: 1, numRuns: 30 })
})

test('the departure is chosen for windows, breaks and limits of working time together', () => {
  againstEveryPlan(...of(fc.record({ windows }), [fc.record({ breaks }), timed]), {}, undefined, small)
  const several = fc.record({ windows: fc.subarray([hours(8, 8.2), hours(8.5, 8.8), hours(9.5, 10)]) })
  againstEveryPlan(...of(several, [timed]), {}, undefined, small)
  againstEveryPlan(...of(several, [fc.record({ breaks }), timed]), {}, undefined, small)
})

test('the departure is chosen if windows may be missed at a cost', () => {
  const late = { latenessCostPerSecond: 0.003 }
  againstEveryPlan(...of(fc.record({ windows }), [timed]), late, undefined, small)
  againstEveryPlan(...of(fc.record({ windows }), [fc.record({ breaks }), timed]), late, undefined, small)
})

test('a vehicle reloads if time is limited or has a cost', () => {
  const wanted = fc.record({ ready, windows, load: fc.constantFrom([4], [6]) })
  const vans = fc.record({ reload, capacity: fc.constantFrom([10], [Infinity]) })
  againstEveryPlan(...of(wanted, [vans, timed]), {}, undefined, small)
})

test('a vehicle combines reloads with breaks', () => {
  const wanted = fc.record({ ready, windows, load: fc.constantFrom([4], [6]) })
  const vans = fc.record({ reload, breaks, capacity: fc.constantFrom([10], [Infinity]) })
  againstEveryPlan(...of(wanted, [vans]), {}, undefined, small)
  againstEveryPlan(...of(wanted, [vans, timed]), {}, undefined, { ...small, numRuns: 20 })
})

test('a vehicle combines reloads with pickups and with several temperature classes', () => {
  const wanted = fc.record({
    ready,
    load: fc.constantFrom([4], [6]),
    pickup: fc.constantFrom([0], [5]),
    temperatureClass: fc.constantFrom('DRY', 'FROZEN'),
  })
  const vans = fc.record({
    reload,
    capacity: fc.constant([10]),
    temperatureClasses: fc.constantFrom(['DRY'], ['DRY', 'FROZEN']),
  })
  againstEveryPlan(...of(wanted, [vans]))
})

test('stops of a higher priority come first, whatever lower ones are left unassigned', () => {
  const wanted = fc.record({ priority, windows, load: fc.constantFrom([4], [6]) })
  const vans = fc.record({ maxStops: fc.constantFrom(1, 2, 3), capacity: fc.constantFrom([10], [13]) })
  againstEveryPlan(...of(wanted, [vans]))
  againstEveryPlan(...of(wanted, [vans]), {}, undefined, { stops: 5, vehicles: 1 })
  const far = fc.record({ priority, serviceSeconds: fc.constantFrom(300, 3000, 6000) })
  againstEveryPlan(...of(far, [fc.constant({ shiftEnd: 10 * HOUR })]))
})

test('strict priorities apply with reloads and with breaks', () => {
  const wanted = fc.record({ priority, ready, windows, load: fc.constantFrom([4], [6]) })
  againstEveryPlan(...of(wanted, [fc.record({ reload, capacity: fc.constant([10]) })]), {}, undefined, small)
  againstEveryPlan(...of(wanted, [fc.record({ breaks }), timed]), {}, undefined, small)
})
