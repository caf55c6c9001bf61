// npm run prove:feed -- [--writers 10] [--seconds 60]: writers at two servers, two followers of the feed.
import { parseArgs } from 'node:util'
import { feedRun } from './feed-run.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: { writers: { type: 'string', default: '10' }, seconds: { type: 'string', default: '60' } },
})
const database = await ownDatabase()
try {
  const { faults, ...figures } = await feedRun(database.url, Number(values.writers), Number(values.seconds))
  console.log(JSON.stringify({ ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
