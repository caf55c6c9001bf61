// npm run prove:load -- [--seconds 600] [--writes 300] [--webhooks 200] [--readers 50] [--web 3 --workers 3]
// No error, 99 of 100 writes within 150 ms of when they were due, no webhook lost, memory within a tenth; after
// 10 seconds to warm up. The proof's own heap is not shrunk meanwhile (--no-memory-reducer): that would stop it for half
// a second, and count as the server's.
import os from 'node:os'
import { parseArgs } from 'node:util'
import { loadRun } from './load-run.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    writes: { type: 'string', default: '300' },
    webhooks: { type: 'string', default: '200' },
    readers: { type: 'string', default: '50' },
    web: { type: 'string', default: '0' },
    workers: { type: 'string', default: '0' },
  },
})
const WARM_UP_SECONDS = 10
const MOST_MS = 150
const MOST_DRIFT = 0.1

const database = await ownDatabase()
try {
  const { faults, ...figures } = await loadRun({
    databaseUrl: database.url,
    seconds: Number(values.seconds),
    warmUpSeconds: WARM_UP_SECONDS,
    writes: Number(values.writes),
    webhooks: Number(values.webhooks),
    readers: Number(values.readers),
    web: Number(values.web),
    workers: Number(values.workers),
  })
  const [first, last] = figures.memoryMiB
  if (figures.writeP99Ms > MOST_MS) faults.push(`one write in a hundred took longer than ${figures.writeP99Ms} ms`)
  if (Math.abs(last - first) > MOST_DRIFT * first) faults.push(`memory went from ${first} to ${last} MiB`)
  const load = os.loadavg().map((each) => each.toFixed(1))
  console.log(JSON.stringify({ cpus: os.cpus().length, load, ...figures, faults: faults.length }))
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
