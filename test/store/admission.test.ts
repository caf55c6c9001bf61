// Tests the database's count of calls, compared with a list of all accepted calls.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { testDatabase } from '../helpers/database.ts'

const WINDOW = 61
const database = await testDatabase()
const own = new pg.Client(database.url)
await own.connect()
after(async () => {
  await own.end()
  await database.drop()
})

const call = fc.record({
  /** Seconds since the previous call. Negative if another process's clock is behind. */
  later: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 20 }) },
    { weight: 1, arbitrary: fc.integer({ min: 55, max: 70 }) },
    { weight: 1, arbitrary: fc.integer({ min: -3, max: -1 }) },
  ),
  cap: fc.constantFrom(1, 3, 3, 8),
})

test('calls are accepted, or get their waiting time, exactly like by a list of accepted calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 120 }), async (calls) => {
      const key = randomUUID()
      const passed: number[] = []
      let [clock, newest] = [1_800_000_000, 0]
      for (const { later, cap } of calls) {
        clock += later
        newest = Math.max(newest, clock)
        const { rows } = await own.query('select * from take_call($1, $1, $2, $3, to_timestamp($4))', [
          key,
          'writes',
          cap,
          clock + 0.4,
        ])
        assert.deepEqual(rows[0], expected(passed, newest, cap))
      }
    }),
    { numRuns: 40 },
  )
})

/** Records the call if it is accepted. A second that is partly within the last 60 seconds counts completely. */
function expected(passed: number[], now: number, cap: number) {
  const counted = passed.filter((second) => second > now - WINDOW).toSorted((a, b) => a - b)
  if (counted.length < cap) {
    passed.push(now)
    return { allowed: true, remaining: cap - counted.length - 1, reset_seconds: WINDOW, retry_seconds: 0 }
  }
  // Number of calls that must leave the window before another call is accepted.
  const last = counted[counted.length - cap] as number
  return {
    allowed: false,
    remaining: 0,
    reset_seconds: (counted.at(-1) as number) + WINDOW - now,
    retry_seconds: last + WINDOW - now,
  }
}
