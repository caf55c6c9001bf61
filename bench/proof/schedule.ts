// npm run prove:webhooks -- [--deliveries 1000]: every class of answer to a webhook, over the days of the schedule.
import { parseArgs } from 'node:util'
import { ownDatabase } from './own-database.ts'
import { scheduleRun } from './schedule-run.ts'

const { values } = parseArgs({ options: { deliveries: { type: 'string', default: '1000' } } })
const database = await ownDatabase({ hasty: true })
try {
  const { faults, ...figures } = await scheduleRun(database.url, Number(values.deliveries))
  console.log(JSON.stringify({ ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
