// A short run of the proof `npm run prove erase` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runEraseProof } from '../../bench/proof/erase-run.ts'
import { emptyDatabase, testDatabase } from '../helpers/database.ts'

test('an erased person is found nowhere, not even in an earlier backup, and other data and figures stay the same', async () => {
  const [from, to] = [await testDatabase(), await emptyDatabase()]
  try {
    const { faults, deliveries, namedBefore, tables, files } = await runEraseProof({
      urls: { from: from.url, to: to.url },
      others: 8,
    })
    assert.deepEqual(faults, [])
    assert.ok(deliveries >= 4, `${deliveries} deliveries`)
    assert.ok(
      namedBefore > 100 && tables > 12 && files > 6,
      `${namedBefore} values of ${tables} tables, ${files} files`,
    )
  } finally {
    await from.drop()
    await to.drop()
  }
})
