import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  afterAttempt,
  isNotice,
  isNoticeOn,
  isQuiet,
  isRecentEnough,
  DRIVER_TEXTS,
  type DriverText,
  MESSAGE_KINDS,
  type MessageKind,
  NEXT_STOP_HOLD_MS,
  NOTICE_KINDS,
  ONLY_NOW,
  type OrderAtSending,
  requestInReply,
  isStillTrue,
  switchesFor,
} from '../../../src/domain/messages/message.ts'

test('quiet hours may go past midnight', () => {
  const night = { start: '21:00', end: '08:00' }
  const quiet = ['20:59', '21:00', '23:59', '00:00', '07:59', '08:00'].map((time) => isQuiet(time, night))
  assert.deepEqual(quiet, [false, true, true, true, true, false])
  assert.equal(isQuiet('12:00', null), false)
})

test('quiet hours within a day begin at their start and end before their end', () => {
  const noon = { start: '12:00', end: '14:00' }
  const quiet = ['08:00', '11:59', '12:00', '13:59', '14:00', '20:00'].map((time) => isQuiet(time, noon))
  assert.deepEqual(quiet, [false, false, true, true, false, false])
  assert.equal(isQuiet('12:00', { start: '12:00', end: '12:00' }), false)
})

test('only the words that carriers recognize have an effect', () => {
  assert.deepEqual(
    ['stop', 'STOP!', 'Start', 'stop by the back door', 'ok', 'Help?', 'info', 'Ayuda'].map(requestInReply),
    ['stop', 'stop', 'start', null, null, 'help', 'help', 'help'],
  )
  assert.equal(requestInReply('S T O P'), 'stop')
  for (const word of ['stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'])
    assert.equal(requestInReply(word), 'stop', word)
  for (const word of ['yes', 'unstop']) assert.equal(requestInReply(word), 'start', word)
  for (const word of ['aide', 'hilfe']) assert.equal(requestInReply(word), 'help', word)
})

test('messages to customers are all except those to drivers', () => {
  assert.deepEqual(
    MESSAGE_KINDS.filter((kind) => !isNotice(kind)),
    ['DRIVER_ROUTE', 'DRIVER_HOME'],
  )
  assert.equal(NOTICE_KINDS.length, 11)
  assert.deepEqual(ONLY_NOW, ['OUT_FOR_DELIVERY', 'NEXT_STOP', 'DELAYED', ...DRIVER_TEXTS])
})

test('a kind is on if its group is on and the kind itself is not off', () => {
  const all = { notifyScheduled: true, notifyOnTheWay: true, notifyOutcome: true, noticesOff: [] }
  assert.ok(isNoticeOn(all, 'DELAYED'))
  assert.ok(!isNoticeOn({ ...all, notifyOnTheWay: false }, 'DELAYED'))
  assert.ok(isNoticeOn({ ...all, notifyOutcome: false, noticesOff: ['NEXT_STOP'] }, 'DELAYED'))
  assert.ok(!isNoticeOn({ ...all, noticesOff: ['DELAYED'] }, 'DELAYED'))
  assert.deepEqual(switchesFor(['NEXT_STOP', 'FAILED']), {
    notifyScheduled: false,
    notifyOnTheWay: true,
    notifyOutcome: true,
    noticesOff: ['OUT_FOR_DELIVERY', 'DELAYED', 'NOT_COMING', ...DRIVER_TEXTS, 'DELIVERED', 'CORRECTED'],
  })
  assert.deepEqual(switchesFor(['SCHEDULED']), {
    notifyScheduled: true,
    notifyOnTheWay: false,
    notifyOutcome: false,
    noticesOff: [],
  })
})

test('an event is news for ten minutes, and the next stop for two', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const ago = (kind: MessageKind, seconds: number) => isRecentEnough(kind, new Date(+now - seconds * 1000), now)
  assert.deepEqual([ago('DELIVERED', 600), ago('DELIVERED', 601)], [true, false])
  assert.deepEqual([ago('NEXT_STOP', 120), ago('NEXT_STOP', 121)], [true, false])
  assert.equal(NEXT_STOP_HOLD_MS, 60_000)
})

test('a message is sent only if it is still true', () => {
  const scheduled: OrderAtSending = {
    status: 'SCHEDULED',
    onThatRoute: true,
    mayCome: true,
    stopStatus: 'EN_ROUTE',
    toldOutcome: null,
  }
  const holds = (kind: MessageKind, now: Partial<OrderAtSending> = {}) => isStillTrue(kind, { ...scheduled, ...now })
  for (const outcome of ['DELIVERED', 'FAILED'] as const) {
    assert.ok(holds(outcome, { status: outcome }))
    assert.ok(!holds(outcome))
    assert.ok(!holds('NOT_COMING', { mayCome: false, status: outcome }))
  }
  assert.ok(!holds('DELIVERED', { status: 'FAILED' }))
  assert.ok(holds('CORRECTED', { status: 'FAILED', toldOutcome: 'DELIVERED' }))
  assert.ok(!holds('CORRECTED', { status: 'FAILED', toldOutcome: 'FAILED' }), 'the outcome applies again')
  assert.ok(!holds('CORRECTED', { status: 'FAILED' }), 'the customer received no outcome')
  assert.ok(holds('NOT_COMING', { mayCome: false, status: 'OPEN' }))
  assert.ok(!holds('NOT_COMING'))
  assert.ok(holds('NEXT_STOP'))
  assert.ok(!holds('NEXT_STOP', { stopStatus: 'PENDING' }))
  assert.ok(!holds('NEXT_STOP', { onThatRoute: false }))
  const states = ['PENDING', 'EN_ROUTE', 'ARRIVED', 'DELIVERED', 'SKIPPED'] as const
  const trueAt = (kind: DriverText) => states.filter((stopStatus) => holds(kind, { stopStatus }))
  assert.deepEqual(trueAt('ON_MY_WAY'), ['EN_ROUTE'])
  assert.deepEqual(trueAt('AT_THE_DOOR'), ['ARRIVED'])
  assert.deepEqual(trueAt('CANNOT_FIND'), ['EN_ROUTE', 'ARRIVED'])
  assert.ok(!holds('CANNOT_FIND', { onThatRoute: false }))
  for (const kind of ['OUT_FOR_DELIVERY', 'DELAYED'] as const) {
    assert.ok(holds(kind))
    assert.ok(!holds(kind, { onThatRoute: false }))
  }
  assert.ok(holds('SCHEDULED', { onThatRoute: false }))
  for (const kind of ['SCHEDULED', 'OUT_FOR_DELIVERY', 'NEXT_STOP'] as const)
    assert.ok(!holds(kind, { status: 'CANCELLED' }), kind)
})

test('a message is retried only if it did not reach the provider, after 1, 5, 15, 60 and 240 minutes', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const error = 'no connection'
  const waits = [1, 2, 3, 4, 5].map((attempt) => {
    const { status, dueAt, ...rest } = afterAttempt({ kind: 'not_sent', error }, attempt, now)
    assert.deepEqual([status, rest], ['PENDING', { error, providerId: null }])
    return (dueAt.getTime() - now.getTime()) / 60_000
  })
  assert.deepEqual(waits, [1, 5, 15, 60, 240])
  const settled = { dueAt: now, error: null, providerId: null }
  assert.deepEqual(afterAttempt({ kind: 'not_sent', error }, 6, now), { ...settled, status: 'FAILED', error })
  assert.deepEqual(afterAttempt({ kind: 'refused', error }, 1, now), { ...settled, status: 'FAILED', error })
  assert.deepEqual(afterAttempt({ kind: 'unknown', error }, 1, now), { ...settled, status: 'UNKNOWN', error })
  assert.deepEqual(afterAttempt({ kind: 'logged' }, 1, now), { ...settled, status: 'LOGGED' })
  assert.deepEqual(afterAttempt({ kind: 'logged', why: 'test' }, 1, now), {
    ...settled,
    status: 'LOGGED',
    error: 'test',
  })
  assert.deepEqual(afterAttempt({ kind: 'sent', providerId: 'x' }, 1, now), {
    ...settled,
    status: 'SENT',
    providerId: 'x',
  })
})
