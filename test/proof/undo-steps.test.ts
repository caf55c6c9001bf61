// A short run of the second part of the proof `npm run prove undo` (docs/reliability.md), which undoes actions of the
// office.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNDO_ACTIONS } from '../../bench/proof/undo-actions.ts'
import { undoStepsRun } from '../../bench/proof/undo-steps-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('after Undo the day is as before, and after Redo as afterwards, for every action', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, done } = await undoStepsRun(url, 4, 1, { mostDays: 16 })
    assert.deepEqual(faults, [])
    const never = Object.keys(UNDO_ACTIONS).filter((name) => !done[name])
    assert.deepEqual(never, [], 'each action is undone at least once')
  } finally {
    await drop()
  }
})
