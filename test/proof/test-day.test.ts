// A short run of the proof `npm run prove test-day` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDayRun } from '../../bench/proof/test-day-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('routes, events, webhooks and feed of a simulated day agree, and a second run is the same', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, events, webhooks, messages } = await testDayRun(url, { stops: 12, vans: 2, seed: 2 })
    assert.deepEqual(faults, [])
    assert.ok(events > 40 && webhooks > 24 && messages > 12, `${events} events, ${webhooks} webhooks`)
  } finally {
    await drop()
  }
})
