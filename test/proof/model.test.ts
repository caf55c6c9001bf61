// A short run of the proof `npm run prove model` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runModelProof } from '../../bench/proof/model-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('random days match the model: responses, feed, events and webhooks', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { failure, commands, events, posts } = await runModelProof({
      databaseUrl: url,
      from: 1,
      seeds: 2,
      commands: 80,
    })
    assert.equal(failure, null)
    assert.ok(commands > 120 && events > 10 && posts > 0, `${commands} commands, ${events} events, ${posts} posts`)
  } finally {
    await drop()
  }
})
