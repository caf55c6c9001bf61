// Tests to which load each stop belongs, before which stops the vehicle reloads, and when a reload is over.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Pause } from '../../../src/domain/routes/pauses.ts'
import type { StopStatus } from '../../../src/domain/routes/stop.ts'
import {
  loadedFirst,
  loadsOf,
  pastReloads,
  reloadsBefore,
  renumberTrips,
  tripsBetween,
  tripsReversed,
  tripsTaken,
} from '../../../src/domain/routes/trips.ts'

const on = (...trips: number[]) => trips.map((trip, id) => ({ id, trip }))
const tripsOf = (stops: readonly { trip: number }[]) => stops.map(({ trip }) => trip)
const routes = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 12 }).map((trips) => on(...trips))

test('a load without stops is removed, and the first load needs no reload', () => {
  assert.deepEqual(tripsOf(renumberTrips(on(1, 1, 3, 3))), [1, 1, 2, 2])
  assert.deepEqual(tripsOf(renumberTrips(on(2, 2, 3))), [1, 1, 2])
  assert.deepEqual(reloadsBefore(on(1, 2, 1, 2, 3), new Set([1])), [false, true, false, false, true])
})

test('renumbering keeps the reloads of any route, and is idempotent', () => {
  fc.assert(
    fc.property(routes, (stops) => {
      const counted = renumberTrips(stops)
      const reloads = reloadsBefore(counted, loadedFirst(counted))
      assert.deepEqual(reloads, reloadsBefore(stops, loadedFirst(stops)))
      assert.equal(Math.max(1, ...tripsOf(counted)), 1 + reloads.filter(Boolean).length)
      assert.deepEqual(renumberTrips(counted), counted)
    }),
  )
})

test('every stop is loaded continuously until it is served, at the latest in the reload before it and no earlier than its own trip', () => {
  fc.assert(
    fc.property(routes, (stops) => {
      const loads = loadsOf(stops)
      const begins = [0, ...reloadsBefore(stops, loadedFirst(stops)).flatMap((yes, i) => (yes ? [i] : []))]
      assert.equal(loads.length, begins.length)
      for (const [at, stop] of stops.entries()) {
        const served = begins.findLastIndex((begin) => begin <= at)
        const aboard = loads.flatMap((load, trip) => (load.includes(stop) ? [trip] : []))
        assert.equal(aboard.at(-1), served)
        assert.deepEqual(
          aboard,
          aboard.map((_, i) => served - aboard.length + 1 + i),
          'loaded without a gap',
        )
        const mates = aboard[0] === 0 ? [] : stops.slice(0, begins[aboard[0] ?? 0])
        assert.ok(
          mates.every(({ trip }) => trip !== stop.trip),
          'loaded no earlier than its trip',
        )
      }
    }),
  )
})

test('inserted stops keep the trips in order: their own trip if it fits, else that of the previous stop', () => {
  const own = (...trips: (number | null)[]) => trips.map((trip) => ({ trip }))
  assert.deepEqual(tripsBetween(own(null), { trip: 1 }, { trip: 2 }), [1])
  assert.deepEqual(tripsBetween(own(2), { trip: 1 }, { trip: 2 }), [2])
  assert.deepEqual(tripsBetween(own(2, 1), { trip: 1 }, { trip: 2 }), [2, 2])
  assert.deepEqual(tripsBetween(own(3), { trip: 1 }, { trip: 1 }), [1])
  assert.deepEqual(tripsBetween(own(1, 3), { trip: 2 }, undefined), [2, 3])
  assert.deepEqual(tripsBetween(own(2, null), undefined, { trip: 1 }), [1, 1])
  assert.deepEqual(tripsReversed(on(1, 1, 1, 2)), [1, 2, 2, 2])
})

const at = (minute: number): Date => new Date(minute * 60_000)
const reload = (start: number, end: number): Pause => ({
  kind: 'RELOAD',
  which: 2,
  start: at(start),
  end: at(end),
  before: 2,
  paid: true,
  lateMinutes: 0,
})
const stop = (sequence: number, trip: number, status: StopStatus, minute: number | null = null) => ({
  sequence,
  trip,
  status,
  arrivedAt: minute === null ? null : at(minute),
  finishedAt: minute === null || status === 'ARRIVED' ? null : at(minute),
})
const started = (start: number, end: number) => ({ pauses: [reload(start, end)], startedAt: at(0) })

test('a reload is over after one of its stops is reached, or its time has passed and every earlier stop is done', () => {
  const taken = (stops: ReturnType<typeof stop>[], route: ReturnType<typeof started>, minute: number) =>
    tripsTaken(stops, route, at(minute)).has(2)
  const done = [stop(1, 1, 'DELIVERED', 10), stop(2, 2, 'EN_ROUTE'), stop(3, 2, 'PENDING')]
  assert.equal(taken(done, started(20, 40), 30), false)
  assert.equal(taken(done, started(20, 40), 40), true)
  // The stop before the reload took longer than planned, so the reload is still ahead.
  assert.equal(taken([stop(1, 1, 'DELIVERED', 50), stop(2, 2, 'PENDING')], started(20, 40), 60), false)
  assert.equal(taken([stop(1, 1, 'PENDING'), stop(2, 2, 'PENDING')], started(20, 40), 60), false)
  assert.equal(taken([stop(1, 1, 'ARRIVED', 10), stop(2, 2, 'PENDING')], started(20, 40), 60), false)
  assert.equal(taken([stop(1, 1, 'PENDING'), stop(2, 2, 'ARRIVED', 30)], started(20, 40), 30), true)
  assert.equal(
    taken([stop(1, 1, 'DELIVERED', 10), stop(2, 2, 'SKIPPED', 15), stop(3, 2, 'PENDING')], started(20, 40), 15),
    false,
  )
})

test('a past reload stays before its first stop that was not skipped, and ended at the arrival there', () => {
  const stops = [stop(1, 1, 'DELIVERED', 10), stop(2, 2, 'SKIPPED', 12), stop(3, 2, 'ARRIVED', 35)]
  const [past, ...more] = pastReloads(stops, [reload(20, 40)], new Set([1, 2]))
  assert.deepEqual(more, [])
  assert.deepEqual([past?.before, past?.start, past?.end], [3, at(20), at(35)])
  assert.deepEqual(pastReloads(stops, [reload(20, 40)], new Set([1])), [])
  assert.deepEqual(pastReloads(stops.slice(0, 1), [reload(20, 40)], new Set([1, 2])), [])
})
