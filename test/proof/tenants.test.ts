// The full run of the proof `npm run prove tenants` (docs/reliability.md), which takes little time.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runTenantsProof } from '../../bench/proof/tenants-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('no operation shows or changes another business’s records, whatever ID it gets', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, calls, operations, officeCalls } = await runTenantsProof(url)
    assert.deepEqual(faults, [])
    assert.ok(officeCalls > 200, `${officeCalls} calls at the office`)
    assert.ok(operations > 20 && calls > operations, `${calls} calls of ${operations} operations`)
  } finally {
    await drop()
  }
})

test('an office query without its business is detected', async () => {
  const command = fileURLToPath(new URL('../../bench/prove.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'tenants', '--fault', 'office-query-of-all'])
  assert.match(stdout, /GET \/users shows another's user_uuid/)
})
