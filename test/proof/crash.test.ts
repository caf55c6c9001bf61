// A short run of the proof `npm run prove crash` (docs/reliability.md), with a few kills. A second run contains a
// deliberate fault, which the proof must detect.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrashProof } from '../../bench/proof/crash-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('acknowledged writes survive kill -9 exactly once, with their events', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, acknowledged, deliveries } = await runCrashProof({
      databaseUrl: url,
      kills: 1,
      seed: 7,
      clients: 4,
    })
    assert.deepEqual(faults, [])
    assert.ok(acknowledged > 10 && deliveries > 0, `${acknowledged} writes, ${deliveries} deliveries`)
  } finally {
    await drop()
  }
})

test('acknowledged writes survive with separate serving and working processes', async () => {
  const { url, drop } = await testDatabase()
  try {
    const options = { databaseUrl: url, kills: 1, seed: 7, clients: 3, web: 2, workers: 2 }
    const { faults, acknowledged } = await runCrashProof(options)
    assert.deepEqual(faults, [])
    assert.ok(acknowledged > 10, `${acknowledged} writes`)
  } finally {
    await drop()
  }
})

test('a response stored only after its commit is detected', async () => {
  // A kill almost always hits a write between its commit and the storing of its response. Several seeds are tried
  // because some kills don't.
  for (let seed = 7; seed < 12; seed++) {
    const { url, drop } = await testDatabase()
    try {
      const options = { databaseUrl: url, kills: 1, seed, clients: 8, fault: 'stored-response-after-commit' }
      const { faults } = await runCrashProof(options)
      if (faults.length > 0) return
    } finally {
      await drop()
    }
  }
  assert.fail('the fault was not detected in five runs')
})
