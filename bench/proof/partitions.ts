// npm run prove:partitions -- [--rows 10000000] [--days 60] [--writers 4] [--seed 1]: large tables become partitions while clients
// write, and then partitions turn over for so many simulated days.
import { parseArgs } from 'node:util'
import { ownDatabase } from './own-database.ts'
import { partitionsRun } from './partitions-run.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    days: { type: 'string', default: '60' },
    writers: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
})
const database = await ownDatabase({ settings: { max_wal_size: '8GB', shared_buffers: '1GB' } })
try {
  const options = {
    databaseUrl: database.url,
    rows: Number(values.rows),
    days: Number(values.days),
    writers: Number(values.writers),
    seed: Number(values.seed),
    say: (progress: string) => console.log(progress),
  }
  const { faults, ...figures } = await partitionsRun(options)
  console.log(JSON.stringify({ seed: options.seed, ...figures, faults: faults.length }))
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
