// npm run prove:erase -- [--others 300]: who is erased is found nowhere any more; others and figures are as before. A minute.
import { parseArgs } from 'node:util'
import { eraseRun } from './erase-run.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({ options: { others: { type: 'string', default: '300' } } })
const [from, to] = [await ownDatabase({ hasty: true }), await ownDatabase({ hasty: true })]
try {
  const { faults, ...figures } = await eraseRun({ urls: { from: from.url, to: to.url }, others: Number(values.others) })
  console.log(JSON.stringify({ ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await from.end()
  await to.end()
}
