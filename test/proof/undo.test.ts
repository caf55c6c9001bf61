// A short run of the proof `npm run prove undo` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undoRun } from '../../bench/proof/undo-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('an undone tap never leaks, whichever process is first at the end of its undo window', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, unsaid, undone } = await undoRun(url, 40, 1)
    assert.deepEqual(faults, [])
    assert.equal(unsaid + undone, 40)
    assert.ok(unsaid >= 10, `${unsaid} unsaid`)
  } finally {
    await drop()
  }
})
