// npm run prove:strangers -- [--seconds 120] [--at-once 20] [--seed 1] [--only strangers|links]
// Hostile requests to the office, the links and the API without a key, then to the links by who has them: no 5xx, no long
// answer, a quiet business reads on within 250 ms at the 99th percentile, and the server stays within 600 MiB.
import os from 'node:os'
import { parseArgs } from 'node:util'
import { ownDatabase } from './own-database.ts'
import { strangersRun } from './strangers-run.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    'at-once': { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const MOST_READ_MS = 250
const MOST_MEMORY_MIB = 600

const database = await ownDatabase()
try {
  for (const who of ['strangers', 'links'].filter((each) => !values.only || each === values.only)) {
    const { faults, ...figures } = await strangersRun({
      databaseUrl: database.url,
      seconds: Number(values.seconds),
      aloneSeconds: Number(values.seconds) / 4,
      atOnce: Number(values['at-once']),
      mostBytes: 20_000_000,
      seed: Number(values.seed),
      withLinks: who === 'links',
    })
    if (figures.readP99Ms > MOST_READ_MS)
      faults.push(`one quiet read in a hundred took ${figures.readP99Ms} ms or longer`)
    if (figures.memoryMiB[1] > MOST_MEMORY_MIB) faults.push(`the server took ${figures.memoryMiB[1]} MiB`)
    const load = os.loadavg().map((each) => each.toFixed(1))
    console.log(JSON.stringify({ who, cpus: os.cpus().length, load, ...figures, faults: faults.length }))
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  }
} finally {
  await database.end()
}
