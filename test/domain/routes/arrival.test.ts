import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectedEnd, isProbablyAt } from '../../../src/domain/routes/arrival.ts'

test('a route ends as long after its last open stop as planned, and its end is null if all stops are finished', () => {
  const at = (time: string) => new Date(`2026-11-23T${time}:00Z`)
  const stop = (planned: string, eta: string | null, isOpen = true) => ({
    plannedArrival: at(planned),
    eta: eta === null ? null : at(eta),
    isOpen,
  })
  const end = at('12:00')
  assert.deepEqual(expectedEnd(end, [stop('10:00', null), stop('11:00', null)]), end, 'as planned')
  assert.deepEqual(expectedEnd(end, [stop('10:00', '10:50'), stop('11:00', '11:50')]), at('12:50'), 'late')
  assert.deepEqual(
    expectedEnd(end, [stop('10:00', '10:20'), stop('11:00', null, false)]),
    at('11:20'),
    'the last stop is done',
  )
  assert.deepEqual(
    expectedEnd(end, [stop('11:00', '10:00'), stop('10:00', '10:40')]),
    at('11:40'),
    'the stops are in another order',
  )
  assert.equal(expectedEnd(end, [stop('10:00', null, false)]), null)
})

test('a phone is at a stop within 80 meters plus half its accuracy, unless the accuracy is above 120 meters', () => {
  const stop = { lat: 47, lng: -122 }
  const near = (meters: number, accuracyMeters: number) =>
    isProbablyAt({ lat: 47 + meters / 111_195, lng: -122, accuracyMeters }, stop)
  assert.deepEqual([near(79, 0), near(81, 0)], [true, false])
  assert.deepEqual([near(99, 40), near(101, 40)], [true, false])
  assert.deepEqual([near(139, 120), near(0, 121)], [true, false])
})
