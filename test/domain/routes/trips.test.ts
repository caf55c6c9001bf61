// Tests to which load each stop belongs, before which stops the vehicle reloads, and when a reload is over.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { HandOver, Pause } from '../../../src/domain/routes/pauses.ts'
import type { StopStatus } from '../../../src/domain/routes/stop.ts'
import {
  handOverTrip,
  hasTripStarted,
  heaviestLoads,
  loadedFirst,
  loadsOf,
  pastReloads,
  reloadsBefore,
  renumberTrips,
  stopsOfTrip,
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
  const taken = (stops: ReturnType<typeof stop>[], route: Parameters<typeof tripsTaken>[1], minute: number) =>
    tripsTaken(stops, route, at(minute)).has(2)
  const done = [stop(1, 1, 'DELIVERED', 10), stop(2, 2, 'EN_ROUTE'), stop(3, 2, 'PENDING')]
  assert.equal(taken(done, started(20, 40), 30), false)
  assert.equal(taken(done, started(20, 40), 40), true)
  // The stop before the reload took longer than planned, so the reload is still ahead.
  assert.equal(taken([stop(1, 1, 'DELIVERED', 50), stop(2, 2, 'PENDING')], started(20, 40), 60), false)
  assert.equal(taken([stop(1, 1, 'PENDING'), stop(2, 2, 'PENDING')], started(20, 40), 60), false)
  assert.equal(taken([stop(1, 1, 'ARRIVED', 10), stop(2, 2, 'PENDING')], started(20, 40), 60), false)
  assert.equal(taken([stop(1, 1, 'PENDING'), stop(2, 2, 'ARRIVED', 30)], started(20, 40), 30), true)
  assert.equal(taken([stop(1, 1, 'DELIVERED', 20), stop(2, 2, 'PENDING')], started(20, 40), 40), true)
  assert.equal(taken([stop(2, 2, 'PENDING')], { ...started(20, 40), startedAt: at(21) }, 60), false)
  assert.equal(taken([stop(2, 2, 'PENDING')], { pauses: [reload(20, 40)], startedAt: null }, 60), false)
  assert.equal(taken([stop(2, 2, 'PENDING')], { pauses: [], startedAt: at(0) }, 60), false)
  assert.equal(taken([stop(1, 1, 'DELIVERED', 10)], started(20, 40), 60), false)
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
  const early = pastReloads([stop(1, 2, 'ARRIVED', 15)], [reload(20, 40)], new Set([2]))
  assert.deepEqual([early[0]?.start, early[0]?.end], [at(15), at(15)], 'a reload ends no later than the arrival')
  const ahead = pastReloads([stop(1, 2, 'SKIPPED', 5), stop(2, 2, 'PENDING')], [reload(20, 40)], new Set([2]))
  assert.deepEqual([ahead[0]?.start, ahead[0]?.end, ahead[0]?.before], [at(20), at(40), 2])
  assert.equal(pastReloads([stop(4, 2, 'SKIPPED', 5)], [reload(20, 40)], new Set([2]))[0]?.before, 4)
  const rest: Pause = { ...reload(20, 40), kind: 'BREAK' }
  assert.deepEqual(pastReloads(stops, [rest], new Set([2])), [])
  const finished = { ...stop(1, 2, 'DELIVERED', 30), arrivedAt: null }
  assert.deepEqual(pastReloads([finished], [reload(20, 40)], new Set([2]))[0]?.end, at(30))
  assert.deepEqual(pastReloads(stops.slice(0, 1), [reload(20, 40)], new Set([1, 2])), [])
})

const handOver = (lat: number): HandOver => ({
  routeId: 'other',
  by: 'Van 2',
  name: null,
  lat,
  lng: -122,
  from: '2026-11-23T12:00:00Z',
  minutes: 5,
})

test('goods taken over at the same location are one load, and a new one comes after all others', () => {
  const stops = [{ trip: 1 }, { trip: 3, handOver: handOver(47) }, { trip: 2 }]
  assert.equal(handOverTrip(stops, handOver(47)), 3)
  assert.equal(handOverTrip(stops, { ...handOver(47), lng: -121 }), 4)
  assert.equal(handOverTrip(stops, handOver(48)), 4)
  assert.equal(handOverTrip([], handOver(48)), 2)
  assert.deepEqual(loadedFirst(stops.slice(1)), new Set([1, 2]), 'a load of a hand-over is not aboard')
})

test('each hand-over location is a load of its own, also for a vehicle that does not reload', () => {
  const stops = [
    { trip: 1 },
    { trip: 4, handOver: handOver(47) },
    { trip: 2 },
    { trip: 5, handOver: handOver(48) },
    { trip: 9, handOver: handOver(47) },
  ]
  assert.deepEqual(tripsOf(renumberTrips(stops)), [1, 2, 3, 4, 2])
  assert.deepEqual(tripsOf(renumberTrips(stops, false)), [1, 2, 1, 3, 2])
})

test('a load is out for delivery from the start, or after one of its stops was begun', () => {
  const of = (first: StopStatus, second: StopStatus, trip: number) =>
    hasTripStarted([stop(1, 1, 'DELIVERED'), stop(2, 2, first), stop(3, 2, second)], { trip })
  assert.ok(of('PENDING', 'PENDING', 1))
  assert.ok(!of('PENDING', 'PENDING', 2))
  assert.ok(!of('SKIPPED', 'PENDING', 2))
  assert.ok(!of('DELIVERED', 'PENDING', 3))
  for (const status of ['EN_ROUTE', 'ARRIVED', 'DELIVERED', 'FAILED'] as const) assert.ok(of('PENDING', status, 2))
  assert.equal(stopsOfTrip([stop(1, 1, 'SKIPPED'), stop(2, 1, 'FAILED'), stop(3, 2, 'PENDING')]), 1)
  assert.equal(stopsOfTrip([stop(1, 1, 'PENDING'), stop(3, 2, 'PENDING'), stop(4, 2, 'DELIVERED')], 2), 2)
})

interface Goods {
  externalRef: string
  trip: number
  load: number | null
  pickup?: number
  rules?: { goodsFrom: string }
  handOver?: HandOver
}
const most = (...stops: Goods[]) => heaviestLoads(stops, { load: ({ load }) => load, pickup: ({ pickup }) => pickup })
const goods = (externalRef: string, trip: number, load: number | null, more: Partial<Goods> = {}): Goods => ({
  externalRef,
  trip,
  load,
  ...more,
})

test('a load is heaviest at its start, or after a pickup that outweighs the delivered goods', () => {
  assert.deepEqual(most(), [0])
  assert.deepEqual(most(goods('A', 1, 10), goods('B', 1, null), goods('C', 1, 5)), [15])
  assert.deepEqual(most(goods('A', 1, 10, { pickup: 4 }), goods('B', 1, 5)), [15])
  assert.deepEqual(most(goods('A', 1, 10, { pickup: 14 }), goods('B', 1, 5)), [19])
  assert.deepEqual(most(goods('A', 1, 10, { pickup: 14 }), goods('B', 1, 5, { pickup: 2 })), [19])
  assert.deepEqual(most(goods('A', 1, 10, { pickup: 7 }), goods('B', 1, 5, { pickup: 20 })), [27])
})

test('picked-up goods are unloaded at the depot, but not at a hand-over', () => {
  assert.deepEqual(most(goods('A', 1, 10, { pickup: 8 }), goods('B', 2, 5)), [10, 5])
  assert.deepEqual(most(goods('A', 1, 10, { pickup: 8 }), goods('B', 2, 5, { handOver: handOver(47) })), [10, 13])
  assert.deepEqual(most(goods('A', 1, 10), goods('B', 2, 5), goods('C', 1, 3)), [13, 8])
  const third = goods('C', 3, 2, { handOver: handOver(48) })
  assert.deepEqual(most(goods('A', 1, 10, { pickup: 8 }), goods('B', 2, 5), third), [10, 5, 2])
})

test('goods for another delivery are aboard from the stop where they are picked up', () => {
  const taker = (trip = 1) => goods('B', trip, 6, { rules: { goodsFrom: 'A' } })
  assert.deepEqual(most(goods('A', 1, 4), taker()), [6])
  assert.deepEqual(most(goods('A', 1, 4), goods('C', 1, 5), taker()), [11])
  assert.deepEqual(most(taker(), goods('A', 1, 4)), [10], 'a giver after its taker gives nothing')
  const later = taker(2)
  assert.deepEqual(most(goods('A', 1, 4), goods('C', 1, 1), { ...later, handOver: handOver(47) }), [7, 6])
})
