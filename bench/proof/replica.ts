// npm run prove:replica -- [--rounds 5] [--seconds 20] [--rate 40] [--orders 100000]: orders are written at a steady rate, by
// turns with nobody reading reports and with reports read from a replica: then 99 of 100 writes may take at most a tenth
// longer. Of two cores, one stands for the machine that takes writes and the other for that of the replica and who reports.
import os from 'node:os'
import { parseArgs } from 'node:util'
import { replicaRun } from './replica-run.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '40' },
    orders: { type: 'string', default: '100000' },
  },
})
const MOST_ADDED = 0.1

const { faults, ...figures } = await replicaRun({
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  rate: Number(values.rate),
  orders: Number(values.orders),
})
const added = figures.p99Ms.beside / figures.p99Ms.alone - 1
if (added > MOST_ADDED) faults.push(`reports from the replica add ${Math.round(100 * added)} % to the writes’ p99`)
console.log(JSON.stringify({ cpus: os.cpus().length, ...figures, faults: faults.length }))
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
if (faults.length > 0) process.exitCode = 1
