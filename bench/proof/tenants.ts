// npm run prove:tenants -- [--fault office-query-of-all]
// Generated from openapi.json and the office's table: every operation with every kind of id of another business. With a
// fault of faults.ts it fails when that is not caught.
import { parseArgs } from 'node:util'
import { ownDatabase } from './own-database.ts'

const { fault } = parseArgs({ options: { fault: { type: 'string' } } }).values
if (fault) {
  process.env.PROOF_FAULT = fault
  const { FAULTS } = await import('./faults.ts')
  if (!FAULTS[fault]) throw new Error(`There are: ${Object.keys(FAULTS).join(', ')}`)
}
// Only now, so that the fault is in what it loads.
const { tenantsRun } = await import('./tenants-run.ts')
const database = await ownDatabase({ hasty: true })
try {
  const { faults, ...figures } = await tenantsRun(database.url)
  console.log(JSON.stringify({ ...figures, faults: faults.length }))
  for (const each of faults) console.log(`  ${each.slice(0, 500)}`)
  const caught = faults.length > 0
  process.exitCode = caught === (fault !== undefined) ? 0 : 1
} finally {
  await database.end()
}
