// npm run prove:undo -- [--races 2000] [--seed 1]: an undone tap never leaks; about 20 races a second.
import { parseArgs } from 'node:util'
import { ownDatabase } from './own-database.ts'
import { undoRun } from './undo-run.ts'

const { values } = parseArgs({
  options: { races: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
})
const database = await ownDatabase()
try {
  const { faults, ...figures } = await undoRun(database.url, Number(values.races), Number(values.seed))
  console.log(JSON.stringify({ seed: Number(values.seed), ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
