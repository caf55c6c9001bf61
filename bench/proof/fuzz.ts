// npm run prove:fuzz -- [--requests 20000] [--seed 1]: hostile requests generated from openapi.json, about 200 a second.
import { parseArgs } from 'node:util'
import { fuzzRun } from './fuzz-run.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
})
const database = await ownDatabase()
try {
  const { faults, ...figures } = await fuzzRun(database.url, Number(values.requests), Number(values.seed))
  console.log(JSON.stringify({ seed: Number(values.seed), ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
