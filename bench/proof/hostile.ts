// npm run prove:hostile -- [--seconds 600] [--at-once 20] [--seed 1] [--callers stranger,link,key,session] [--manners huge,deep,slow,many,repeated,inflating]
// Every endpoint, attacked in every manner by every caller: no 5xx but 503 with Retry-After, nothing hangs beyond its limit, a
// quiet business reads on rightly and within 250 ms at the 99th percentile, and the server stays within 600 MiB.
import os from 'node:os'
import { parseArgs } from 'node:util'
import { CALLERS, MANNERS } from './hostile-calls.ts'
import { hostileRun } from './hostile-run.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    'at-once': { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    callers: { type: 'string', default: CALLERS.join() },
    manners: { type: 'string', default: MANNERS.join() },
  },
})
const MOST_READ_MS = 250
const MOST_MEMORY_MIB = 600

const database = await ownDatabase()
try {
  const { faults, ...figures } = await hostileRun({
    databaseUrl: database.url,
    seconds: Number(values.seconds),
    aloneSeconds: 20,
    atOnce: Number(values['at-once']),
    mostBytes: 20_000_000,
    withPictures: true,
    seed: Number(values.seed),
    callers: CALLERS.filter((each) => values.callers.split(',').includes(each)),
    manners: MANNERS.filter((each) => values.manners.split(',').includes(each)),
  })
  if (figures.readP99Ms > MOST_READ_MS)
    faults.push(`one quiet read in a hundred took ${figures.readP99Ms} ms or longer`)
  if (figures.memoryMiB[1] > MOST_MEMORY_MIB) faults.push(`the server took ${figures.memoryMiB[1]} MiB`)
  const load = os.loadavg().map((each) => each.toFixed(1))
  console.log(JSON.stringify({ cpus: os.cpus().length, load, ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
