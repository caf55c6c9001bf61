// Tests the limits of memory-intensive work: no sender takes all slots, and the business with the least running work is
// served next.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../src/app/errors.ts'
import { createWorkLimiter } from '../../src/app/work-limiter.ts'

const BUSY = { code: 'SHEETS_BUSY', message: 'Too many files are being read right now; try again shortly.' } as const
const LIMITS = { atOnce: 2, all: 6, business: 4, sender: 2 }

/** Work that runs until the test ends it. */
function held(places: ReturnType<typeof createWorkLimiter>, businessId: string, sender: string) {
  const { promise, resolve: end, reject: fail } = Promise.withResolvers<void>()
  const state = { begun: false, end, fail, done: Promise.resolve() as Promise<unknown> }
  state.done = places.hold({ businessId, sender }, () => {
    state.begun = true
    return promise
  })
  state.done.catch(() => {})
  return state
}

const isBusy = (error: unknown): boolean =>
  error instanceof AppError && error.code === BUSY.code && error.retryAfterSeconds !== undefined

test('senders, businesses and all together are limited to their slots', async () => {
  const places = createWorkLimiter(LIMITS, BUSY)
  for (const sender of ['a', 'a']) held(places, 'one', sender)
  await assert.rejects(held(places, 'one', 'a').done, isBusy, 'of the sender')
  for (const sender of ['b', 'b']) held(places, 'one', sender)
  await assert.rejects(held(places, 'one', 'c').done, isBusy, 'of the business')
  for (const sender of ['d', 'e']) held(places, 'two', sender)
  await assert.rejects(held(places, 'three', 'f').done, isBusy, 'of all')
})

test('at the limit, the business with the least running work is next, then the earliest request', async () => {
  const places = createWorkLimiter(LIMITS, BUSY)
  const [first, second, third] = [held(places, 'one', 'a'), held(places, 'one', 'a'), held(places, 'one', 'b')]
  const other = held(places, 'two', 'c')
  await Promise.resolve()
  assert.deepEqual([first.begun, second.begun, third.begun, other.begun], [true, true, false, false])
  first.end()
  await first.done
  await new Promise(setImmediate)
  assert.deepEqual([third.begun, other.begun], [false, true])
  second.end()
  await second.done
  await new Promise(setImmediate)
  assert.equal(third.begun, true)
})

test('a slot is free again after work that failed', async () => {
  const places = createWorkLimiter({ atOnce: 1, all: 1, business: 1, sender: 1 }, BUSY)
  const work = held(places, 'one', 'a')
  work.fail(new Error('failed'))
  await assert.rejects(work.done, /failed/)
  assert.equal(await places.hold({ businessId: 'one', sender: 'a' }, async () => 'done'), 'done')
})
