// A short run of the proof `npm run prove endpoints` (docs/reliability.md). It tests that other endpoints are served
// while hundreds of posts hang. It does not test how fast they are served, because the machine may be busy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runBadEndpointProof } from '../../bench/proof/bad-endpoint-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('endpoints that hang, or respond endlessly or slowly, harm no other', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { others, slowest, longestAttempts } = await runBadEndpointProof(url, 300, 10)
    assert.ok(others > 0 && Number.isFinite(slowest), `${others} of others, the slowest in ${slowest} s`)
    for (const [name, seconds] of Object.entries(longestAttempts)) assert.ok(seconds > 0, `${name}: none ended`)
  } finally {
    await drop()
  }
})
