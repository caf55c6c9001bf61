// npm run prove:limits -- [--minutes 120] [--seed 1]: a limit holds over two processes; minutes are of a virtual clock.
import { parseArgs } from 'node:util'
import { limitsRun } from './limits-run.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '120' }, seed: { type: 'string', default: '1' } },
})
const database = await ownDatabase()
try {
  const { faults, ...figures } = await limitsRun(database.url, Number(values.minutes), Number(values.seed))
  console.log(JSON.stringify({ seed: Number(values.seed), ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
