// A short run of the proof `npm run prove hostile` (docs/reliability.md).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runHostileProof } from '../../bench/proof/hostile-run.ts'
import { testDatabase } from '../helpers/database.ts'

const { url: databaseUrl, drop } = await testDatabase()
after(drop)
const short = {
  databaseUrl,
  seconds: 300,
  requests: 800,
  aloneSeconds: 0,
  atOnce: 10,
  mostBytes: 250_000,
  seed: 2,
}

test('no request by strangers, links, keys or sessions gets 5xx, and memory is bounded', async () => {
  const manners = ['huge', 'deep', 'many', 'repeated'] as const
  const { faults, statuses, memoryMiB } = await runHostileProof({ ...short, manners })
  assert.deepEqual(faults, [])
  for (const status of [200, 400, 401, 404, 415, 429]) assert.ok(statuses[status], JSON.stringify(statuses))
  assert.ok(memoryMiB[1] < 1_000, `${memoryMiB[1]} MiB`)
})

test('bodies, workbooks, tables and pictures that inflate are handled in bounded memory', async () => {
  const { faults, statuses, memoryMiB } = await runHostileProof({
    ...short,
    seconds: 300,
    atOnce: 4,
    callers: ['session', 'link', 'key'],
    manners: ['inflating'],
    only: /^\/(office\/api\/(imports|logo|orders)|api\/v1\/(orders|orders\/batch|optimize)|d\/:token\/.*\/proof)$/,
  })
  assert.deepEqual(faults, [])
  for (const status of [200, 400, 413, 415, 422]) assert.ok(statuses[status], JSON.stringify(statuses))
  assert.ok(memoryMiB[1] < 1_000, `${memoryMiB[1]} MiB`)
})

test('a server whose response lists every fault of a body is detected', async () => {
  const { faults } = await runHostileProof({
    ...short,
    requests: 2_000,
    rounds: 100,
    mostFaults: 1,
    mostBytes: 15_000,
    callers: ['stranger'],
    manners: ['repeated', 'huge'],
    only: /^\/office\/api\/(sign-in|forgot-password|set-up)$/,
    rateLimitScale: 1_000,
    fault: 'endless-errors',
  })
  assert.match(faults.join(), /answered \d{5,} bytes$/)
})
