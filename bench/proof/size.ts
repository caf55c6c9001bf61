// npm run prove:size -- [--orders 1000000] [--webhooks 10000000] [--rounds 15] [--keep DIR]
// Every read of the API and the office over 10,000 orders and over 1,000,000: at most twice as long, along indexes.
// With --keep the loaded database stays in that directory and is measured again the next time.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ownDatabase } from './own-database.ts'
import { sizeRun } from './size-run.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    webhooks: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '15' },
    keep: { type: 'string' },
  },
})
const FEW = 10_000
const FEW_DAYS = 8
const [orders, webhooks] = [Number(values.orders), Number(values.webhooks)]

// Loaded fast; what is then measured is read, or taken back.
const database = await ownDatabase({
  hasty: true,
  settings: { max_wal_size: '16GB', checkpoint_timeout: '1h' },
  keptIn: values.keep,
})
const began = performance.now()
const elapsed = () => `${Math.round((performance.now() - began) / 1000)} s`
try {
  const server = new pg.Client(database.url)
  await server.connect()
  const { rowCount } = await server.query(`select from pg_database where datname = 'few'`)
  if (!rowCount) await server.query('create database few')
  await server.end()
  const { timings, faults, ...figures } = await sizeRun({
    urls: { few: database.url.replace(/\/roundsman\?/, '/few?'), many: database.url },
    few: { orders: FEW, webhooks: Math.round((webhooks / orders) * FEW), days: FEW_DAYS },
    many: { orders, webhooks, days: Math.round((orders / FEW) * FEW_DAYS) },
    rounds: Number(values.rounds),
    say: (progress) => console.log(`${progress} after ${elapsed()}`),
  })
  console.log(JSON.stringify({ orders, webhooks, ...figures, faults: faults.length, took: elapsed() }))
  for (const { call, few, many } of timings.slice(0, 10)) console.log(`  ${few} ms, ${many} ms: ${call}`)
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
