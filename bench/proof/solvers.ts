// npm run prove:solvers -- [--kills 20] [--seed 1]: solver processes are killed while others wait for their plans; some 15 s
// a kill.
import { parseArgs } from 'node:util'
import { ownDatabase } from './own-database.ts'
import { solversRun } from './solvers-run.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
})
const database = await ownDatabase()
try {
  const { faults, ...figures } = await solversRun(database.url, Number(values.kills), Number(values.seed))
  console.log(JSON.stringify({ seed: Number(values.seed), ...figures, faults: faults.length }))
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
