// npm run prove:depots -- [--fault depots-unwalled]
// What somebody who works for one depot sees and changes of another's: nothing. With a fault of faults.ts it fails when that is
// not caught.
import { parseArgs } from 'node:util'
import { ownDatabase } from './own-database.ts'

const { fault } = parseArgs({ options: { fault: { type: 'string' } } }).values
if (fault) {
  process.env.PROOF_FAULT = fault
  const { FAULTS } = await import('./faults.ts')
  if (!FAULTS[fault]) throw new Error(`There are: ${Object.keys(FAULTS).join(', ')}`)
}
// Only now, so that the fault is in what it loads.
const { depotsRun } = await import('./depots-run.ts')
const database = await ownDatabase({ hasty: true })
try {
  const { faults, ...figures } = await depotsRun(database.url)
  console.log(JSON.stringify({ ...figures, faults: faults.length }))
  for (const each of faults) console.log(`  ${each.slice(0, 500)}`)
  const caught = faults.length > 0
  process.exitCode = caught === (fault !== undefined) ? 0 : 1
} finally {
  await database.end()
}
