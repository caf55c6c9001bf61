// npm run prove:crash -- [--kills 200] [--database-kills 20] [--seed 1] [--clients 16] [--fault NAME]
//   [--web 3 --workers 3]
// Acknowledged writes survive kill -9 of the server and of PostgreSQL, exactly once, with their events. With a fault of
// faults.ts it fails when that is not caught. A kill takes about 4 seconds.
import { parseArgs } from 'node:util'
import { crashRun } from './crash-run.ts'
import { FAULTS } from './faults.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    'database-kills': { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    clients: { type: 'string', default: '16' },
    fault: { type: 'string' },
    web: { type: 'string', default: '0' },
    workers: { type: 'string', default: '0' },
  },
})
const [kills, databaseKills] = [Number(values.kills), Number(values['database-kills'])]
if (values.fault && !FAULTS[values.fault]) throw new Error(`There are: ${Object.keys(FAULTS).join(', ')}`)

const database = await ownDatabase()
try {
  const result = await crashRun({
    databaseUrl: database.url,
    kills,
    seed: Number(values.seed),
    clients: Number(values.clients),
    fault: values.fault,
    web: Number(values.web),
    workers: Number(values.workers),
    killDatabase:
      databaseKills > 0
        ? { every: Math.max(1, Math.floor(kills / databaseKills)), kill: () => database.kill() }
        : undefined,
  })
  const { faults, ...figures } = result
  console.log(JSON.stringify({ seed: Number(values.seed), ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  const caught = faults.length > 0
  process.exitCode = caught === (values.fault !== undefined) ? 0 : 1
} finally {
  await database.end()
}
