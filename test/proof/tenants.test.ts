// prove:tenants, whole: it is short.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tenantsRun } from '../../bench/proof/tenants-run.ts'
import { testDatabase } from '../helpers/database.ts'

test("no operation shows or changes another business's records, whatever id it is given", async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, calls, operations, officeCalls } = await tenantsRun(url)
    assert.deepEqual(faults, [])
    assert.ok(officeCalls > 30, `${officeCalls} calls at the office`)
    assert.ok(operations > 20 && calls > operations, `${calls} calls of ${operations} operations`)
  } finally {
    await drop()
  }
})
