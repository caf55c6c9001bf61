// npm run prove:undo -- [--races 2000] [--days 40] [--seed 1]: an undone tap never leaks; about 20 races a second. After Undo of
// anything that the office does, the day is as before; about five seconds a day.
import { parseArgs } from 'node:util'
import { ownDatabase } from './own-database.ts'
import { undoRun } from './undo-run.ts'
import { undoStepsRun } from './undo-steps-run.ts'

const { values } = parseArgs({
  options: {
    races: { type: 'string', default: '2000' },
    days: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed)
const database = await ownDatabase({ hasty: true })
try {
  for (const run of [
    () => undoRun(database.url, Number(values.races), seed),
    () => undoStepsRun(database.url, Number(values.days), seed),
  ]) {
    const { faults, ...figures } = await run()
    console.log(JSON.stringify({ seed, ...figures, faults: faults.length }))
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  }
} finally {
  await database.end()
}
