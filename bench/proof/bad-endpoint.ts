// npm run prove:endpoints -- [--owed 10000] [--seconds 60]: bad endpoints harm no other, and no attempt at them lasts.
import { parseArgs } from 'node:util'
import { badEndpointRun } from './bad-endpoint-run.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: { owed: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '60' } },
})
const database = await ownDatabase({ hasty: true })
try {
  const { faults, ...figures } = await badEndpointRun(database.url, Number(values.owed), Number(values.seconds))
  console.log(JSON.stringify({ ...figures, faults: faults.length }))
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
