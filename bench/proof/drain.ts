// npm run prove:deploy -- [--seconds 10] [--clients 16]
// SIGTERM under load behind a client that tries again: no request fails, nothing happens twice, it ends in 20 seconds.
import { parseArgs } from 'node:util'
import { drainRun } from './drain-run.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, clients: { type: 'string', default: '16' } },
})
const database = await ownDatabase()
try {
  const { faults, ...figures } = await drainRun(database.url, Number(values.clients), Number(values.seconds))
  console.log(JSON.stringify({ ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length > 0 || figures.exitCode !== 0 || figures.seconds > 20) process.exitCode = 1
} finally {
  await database.end()
}
