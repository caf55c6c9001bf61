import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrivalRange, expectedEnd, isProbablyAt } from '../../../src/domain/routes/arrival.ts'

const at = (time: string) => new Date(`2026-11-23T${time}:00.000Z`)
const minutes = ({ from, to }: { from: Date; to: Date }) => (to.getTime() - from.getTime()) / 60_000

test('the range contains the estimate and narrows as earlier stops are done', () => {
  const widths = [8, 4, 1, 0].map((stopsBefore) =>
    minutes(arrivalRange(at('15:00'), { started: true, stopsBefore }, at('12:00'))),
  )
  assert.deepEqual(
    widths,
    [...widths].sort((a, b) => b - a),
  )
  assert.ok((widths[0] ?? 0) > (widths[3] ?? 0))
  const { from, to } = arrivalRange(at('15:03'), { started: true, stopsBefore: 0 }, at('12:00'))
  assert.deepEqual([from, to], [at('14:50'), at('15:15')])
})

test('an arrival is never before now, however late the driver is', () => {
  const { from, to } = arrivalRange(at('15:00'), { started: true, stopsBefore: 0 }, at('16:00'))
  assert.deepEqual([from, to], [at('16:00'), at('16:10')])
})

test('a route that has not left has a wider range, but a bounded one', () => {
  const left = arrivalRange(at('15:00'), { started: true, stopsBefore: 2 }, at('12:00'))
  const waiting = arrivalRange(at('15:00'), { started: false, stopsBefore: 2 }, at('12:00'))
  assert.ok(minutes(waiting) > minutes(left))
  assert.ok(minutes(arrivalRange(at('15:00'), { started: false, stopsBefore: 90 }, at('12:00'))) <= 125)
})

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

test('the range has 10 minutes on either side, 3 more for each earlier stop, 20 more before departure, at most 60', () => {
  const range = (stopsBefore: number, started: boolean) =>
    arrivalRange(at('15:00'), { started, stopsBefore }, at('12:00'))
  assert.deepEqual(range(0, true), { from: at('14:50'), to: at('15:10') })
  assert.deepEqual(range(5, true), { from: at('14:35'), to: at('15:25') })
  assert.deepEqual(range(0, false), { from: at('14:30'), to: at('15:30') })
  assert.deepEqual(range(10, false), { from: at('14:00'), to: at('16:00') })
  assert.deepEqual(range(90, true), { from: at('14:00'), to: at('16:00') })
})

test('a phone is at a stop within 80 meters plus half its accuracy, unless the accuracy is above 120 meters', () => {
  const stop = { lat: 47, lng: -122 }
  const near = (meters: number, accuracyMeters: number) =>
    isProbablyAt({ lat: 47 + meters / 111_195, lng: -122, accuracyMeters }, stop)
  assert.deepEqual([near(79, 0), near(81, 0)], [true, false])
  assert.deepEqual([near(99, 40), near(101, 40)], [true, false])
  assert.deepEqual([near(139, 120), near(0, 121)], [true, false])
})
