import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from './database.ts'
import { watchForStandstill } from './standstill.ts'

test('a standstill of this process is noticed', async (t) => {
  const { url, drop } = await testDatabase()
  t.after(drop)
  const watch = watchForStandstill(url)
  await sleep(100)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000)
  await sleep(0)
  assert.ok(watch.stop() >= 1_500)
  // The watch ends after its last query.
  await sleep(1_500)
})
