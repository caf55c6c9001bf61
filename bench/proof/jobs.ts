// npm run prove:jobs -- [--rounds 6] [--seed 1]: a process is killed or stands still in the middle of its jobs; about a
// minute a round, in turn by SIGKILL and SIGSTOP.
import { parseArgs } from 'node:util'
import { jobsRun } from './jobs-run.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '6' }, seed: { type: 'string', default: '1' } },
})
const database = await ownDatabase()
try {
  const { faults, ...figures } = await jobsRun(database.url, Number(values.rounds), Number(values.seed))
  console.log(JSON.stringify({ seed: Number(values.seed), ...figures, faults: faults.length }))
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
