// npm run prove:test-day -- [--stops 300] [--vans 10] [--seed 1]: a simulated day, twice.
import { parseArgs } from 'node:util'
import { ownDatabase } from './own-database.ts'
import { testDayRun } from './test-day-run.ts'

const { values } = parseArgs({
  options: {
    stops: { type: 'string', default: '300' },
    vans: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
const database = await ownDatabase()
try {
  const { faults, ...figures } = await testDayRun(database.url, {
    stops: Number(values.stops),
    vans: Number(values.vans),
    seed: Number(values.seed),
  })
  console.log(JSON.stringify({ ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
