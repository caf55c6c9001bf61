// The short form of prove:strangers.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { strangersRun } from '../../bench/proof/strangers-run.ts'
import { testDatabase } from '../helpers/database.ts'

const { url: databaseUrl, drop } = await testDatabase()
after(drop)
const short = {
  databaseUrl,
  seconds: 60,
  requests: 1_500,
  aloneSeconds: 0,
  atOnce: 10,
  mostBytes: 1_000_000,
  seed: 2,
  withLinks: false,
}

test('whatever strangers send, none is answered 5xx or at length, and memory is bounded', async () => {
  const { faults, statuses, memoryMiB } = await strangersRun(short)
  assert.deepEqual(faults, [])
  for (const status of [400, 401, 404, 413, 415]) assert.ok(statuses[status], JSON.stringify(statuses))
  assert.ok(memoryMiB[1] < 1_000, `${memoryMiB[1]} MiB`)
})

test('a server whose answer lists every fault of a body is caught', async () => {
  const { faults } = await strangersRun({
    ...short,
    requests: 2_000,
    mostFaults: 1,
    mostBytes: 15_000,
    only: /^\/office\/api\/(sign-in|forgot-password|set-up)$/,
    rateLimitScale: 1_000,
    fault: 'endless-errors',
  })
  assert.match(faults.join(), /answered \d{5,} bytes$/)
})
