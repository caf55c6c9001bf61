import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  placeConfirmedByVisits,
  handedOverAt,
  typicalMinutes,
  visitMinutes,
} from '../../../src/domain/planning/visit.ts'

const arrivedAt = new Date('2026-11-20T15:00:00Z')
const after = (minutes: number) => new Date(arrivedAt.getTime() + minutes * 60_000)

test('a visit lasts from arrival to outcome, unless the taps are simultaneous or forgotten', () => {
  const minutes = (finishedAt: Date | null, status: 'DELIVERED' | 'FAILED' = 'DELIVERED') =>
    visitMinutes({ status, arrivedAt, finishedAt })
  assert.equal(minutes(after(7.5)), 7.5)
  assert.deepEqual([minutes(after(0.49)), minutes(after(120.1)), minutes(null)], [null, null, null])
  assert.deepEqual([minutes(after(0.5)), minutes(after(120))], [0.5, 120])
  assert.equal(minutes(after(7), 'FAILED'), null)
  assert.equal(visitMinutes({ status: 'DELIVERED', arrivedAt: null, finishedAt: arrivedAt }), null)
})

test('the usual time is the median of at least three visits, in whole minutes', () => {
  assert.equal(typicalMinutes([9, 4]), null)
  assert.equal(typicalMinutes([9, 4, 60]), 9)
  assert.equal(typicalMinutes([8, 4, 60, 9]), 9)
  assert.equal(typicalMinutes([0.5, 0.6, 0.6]), 1)
})

const door = { lat: 38.9126, lng: -77.0286 }
/** Returns a point some meters north of the door. */
const north = (meters: number) => ({ ...door, lat: door.lat + meters / 111_195 })

test('the phone’s location is the hand-over point if the phone had also been nearby on arrival', () => {
  assert.deepEqual(handedOverAt(north(0), north(90)), north(90))
  assert.equal(handedOverAt(north(0), north(110)), null)
  assert.equal(handedOverAt(null, door), null)
  assert.equal(handedOverAt(door, null), null)
})

test('a location is confirmed if at least three visits, and most of them, agree', () => {
  const rough = { point: north(5_000), placement: 'APPROXIMATE' as const }
  const meters = (seen: number[], pin: Parameters<typeof placeConfirmedByVisits>[1] = rough) => {
    const place = placeConfirmedByVisits(seen.map(north), pin)
    return place && Math.round((place.lat - door.lat) * 111_195)
  }
  assert.equal(meters([0, 20]), null)
  assert.equal(meters([0, 20, 30]), 20)
  assert.equal(meters([0, 20, 300]), null)
  assert.equal(meters([0, 20, 30, 9_000]), 25)
  assert.equal(meters([0, 20, 30, 9_000, 8_000, 7_000]), null, 'at most half of the visits agree')
  assert.equal(meters([0, 10, 20, -300, 300, 310]), null, 'exactly half of the visits agree')
  const exact = (at: number) => ({ point: north(at), placement: 'PLACED' as const })
  assert.equal(meters([0, 20, 30], exact(110)), 110, 'the visits confirm the pin')
  assert.equal(meters([0, 20, 30], exact(400)), 20)
  assert.equal(meters([0, 20, 30], exact(2_000)), null, 'the visits contradict the pin')
})
