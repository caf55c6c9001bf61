// npm run prove:uploads -- [--pictures 40] [--links 40] [--side 7100]: large photos, many at once.
import { parseArgs } from 'node:util'
import { ownDatabase } from './own-database.ts'
import { uploadsRun } from './uploads-run.ts'

const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '40' },
    links: { type: 'string', default: '40' },
    side: { type: 'string', default: '7100' },
  },
})
const database = await ownDatabase({ hasty: true })
try {
  const { faults, ...figures } = await uploadsRun(database.url, {
    pictures: Number(values.pictures),
    links: Number(values.links),
    side: Number(values.side),
  })
  console.log(JSON.stringify({ ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await database.end()
}
