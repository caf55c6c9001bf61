// Tests the pure functions for retries of webhooks and for the allocation of slots to endpoints
// (docs/spec/webhooks.md#retries).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { healthAfter, nextAttempt, ROTATION_HOURS, STOP_CHAIN } from '../../../src/domain/webhooks/webhook.ts'
import {
  type EndpointLoad,
  MAX_CONCURRENT_POSTS,
  MAX_POSTS_TO_FAILING,
  MAX_POSTS_PER_ENDPOINT,
  MAX_POSTS_PER_FAILING_ENDPOINT,
  allocatePosts,
} from '../../../src/domain/webhooks/fair-share.ts'

const at = new Date('2026-11-23T15:00:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SCHEDULE = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR]
const answered = (statusCode: number) => ({ statusCode, error: null })

test('retry rule 2: immediately, then after 1 min, 5 min, 30 min, 2 h, 6 h, 12 h, 24 h, never earlier, at most 10 % later', () => {
  SCHEDULE.forEach((delay, i) => {
    for (const random of [0, 0.5, 0.999_999]) {
      const next = nextAttempt(i + 1, answered(500), at, random)
      assert.equal(next.status, 'RETRYING')
      const waited = (next.nextAttemptAt?.getTime() ?? 0) - at.getTime()
      assert.ok(waited >= delay && waited <= delay * 1.1, `attempt ${i + 2} after ${waited} ms`)
    }
  })
  assert.deepEqual(nextAttempt(SCHEDULE.length + 1, answered(500), at, 0), { status: 'FAILED', nextAttemptAt: null })
})

test('the longest random delay is 8 % more, and the previous secret signs for a day', () => {
  const next = nextAttempt(1, answered(500), at, 1)
  assert.equal(next.nextAttemptAt?.getTime(), at.getTime() + 64_800)
  assert.equal(ROTATION_HOURS, 24)
  assert.deepEqual(STOP_CHAIN, ['stop.delivered', 'stop.failed', 'stop.skipped', 'stop.corrected', 'stop.undone'])
})

test('retry rule 1: 2xx is delivered, any other response is a failed attempt', () => {
  for (const status of [200, 201, 202, 204, 299])
    assert.equal(nextAttempt(1, answered(status), at, 0).status, 'DELIVERED')
  for (const status of [100, 199, 300, 301, 302, 307, 308, 500, 502, 503, 599, 600])
    assert.equal(nextAttempt(1, answered(status), at, 0).status, 'RETRYING', String(status))
})

test('retry rule 3: a 4xx response other than 408 or 429 is not retried', () => {
  for (let status = 400; status < 500; status++)
    assert.equal(
      nextAttempt(1, answered(status), at, 0).status,
      status === 408 || status === 429 ? 'RETRYING' : 'FAILED',
      String(status),
    )
})

test('a missing or incomplete response is retried, whatever its status', () => {
  for (const statusCode of [null, 200, 404])
    assert.equal(nextAttempt(1, { statusCode, error: 'no complete response in time' }, at, 0).status, 'RETRYING')
})

const idle: EndpointLoad = { failing: false, underWay: 0 }
const failing: EndpointLoad = { failing: true, underWay: 0 }
const total = (shares: number[]) => shares.reduce((sum, share) => sum + share, 0)

test('the limits of concurrent posts are 256 in all, 32 for each endpoint, and 128 and 16 if they fail', () => {
  assert.deepEqual(
    [MAX_CONCURRENT_POSTS, MAX_POSTS_PER_ENDPOINT, MAX_POSTS_TO_FAILING, MAX_POSTS_PER_FAILING_ENDPOINT],
    [256, 32, 128, 16],
  )
})

test('one endpoint never has more concurrent posts than its limit', () => {
  assert.deepEqual(allocatePosts([idle]), [MAX_POSTS_PER_ENDPOINT])
  assert.deepEqual(allocatePosts([{ failing: false, underWay: MAX_POSTS_PER_ENDPOINT - 1 }, idle]), [
    1,
    MAX_POSTS_PER_ENDPOINT,
  ])
})

test('slots are allocated round robin, so that each endpoint gets one before any gets two', () => {
  const many = Array.from({ length: MAX_CONCURRENT_POSTS * 2 }, () => idle)
  const shares = allocatePosts(many)
  assert.equal(total(shares), MAX_CONCURRENT_POSTS)
  assert.ok(shares.every((share) => share <= 1))
})

test('failing endpoints leave slots for the others, however many fail', () => {
  const owing = [...Array.from({ length: 500 }, () => failing), idle]
  const shares = allocatePosts(owing)
  assert.equal(total(shares.slice(0, -1)), MAX_POSTS_TO_FAILING)
  assert.equal(shares.at(-1), MAX_POSTS_PER_ENDPOINT)
})

test('only posts to failing endpoints count against their slots, including those in progress', () => {
  const busy = { failing: true, underWay: 10 }
  assert.equal(total(allocatePosts(Array.from({ length: 12 }, () => busy))), MAX_POSTS_TO_FAILING - 120)
  const full = Array.from({ length: 4 }, () => ({ failing: false, underWay: MAX_POSTS_PER_ENDPOINT }))
  assert.equal(total(allocatePosts([...full, ...Array.from({ length: 10 }, () => failing)])), MAX_POSTS_TO_FAILING)
  const six = Array.from({ length: 6 }, () => failing)
  const five = Array.from({ length: 5 }, () => idle)
  assert.deepEqual(
    allocatePosts([...five, ...six]).slice(5),
    six.map(() => MAX_POSTS_PER_FAILING_ENDPOINT),
  )
})

test('no post is started if no slot is free', () => {
  assert.deepEqual(allocatePosts([{ failing: false, underWay: MAX_CONCURRENT_POSTS }, idle]), [0, 0])
  assert.deepEqual(allocatePosts([]), [])
})

test('the health of an endpoint keeps the first failure until an attempt succeeds', () => {
  const later = new Date(at.getTime() + MINUTE)
  const healthy = { lastSuccessAt: at, failingSince: null }
  assert.deepEqual(healthAfter(healthy, false, later), { lastSuccessAt: at, failingSince: later })
  assert.deepEqual(healthAfter({ lastSuccessAt: null, failingSince: at }, false, later), {
    lastSuccessAt: null,
    failingSince: at,
  })
  assert.deepEqual(healthAfter({ lastSuccessAt: null, failingSince: at }, true, later), {
    lastSuccessAt: later,
    failingSince: null,
  })
})
