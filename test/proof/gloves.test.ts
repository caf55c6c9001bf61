// A short run of the proof `npm run prove gloves` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runGlovesProof } from '../../bench/proof/gloves-run.ts'
import { buildWebIfStale } from '../../src/cli/web-build.ts'
import { testDatabase } from '../helpers/database.ts'

test('each stop of routes worked with gloves ends as intended, without false messages to customers or lost photos', async () => {
  await buildWebIfStale(console.log)
  const { url, drop } = await testDatabase()
  try {
    const { faults, figures } = await runGlovesProof(url, { seeds: [1], stops: 12, until: Infinity })
    assert.deepEqual(faults, [])
    assert.equal(figures.stops, 12)
    assert.ok(figures.strayTaps > 10 && figures.offline > 0 && figures.messages > 10, JSON.stringify(figures))
  } finally {
    await drop()
  }
})
