// npm run prove:migrations -- [--last 5] [--clients 2] [--seconds 3]
// The code before each of the last migrations after the baseline, and the code that came with it, run side by side while
// it is applied: nothing fails.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrationNames } from '../../src/store/migrate.ts'
import { migrationRun } from './migrations-run.ts'
import { hasHistory } from './old-code.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: {
    last: { type: 'string', default: '5' },
    clients: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '3' },
  },
})
if (!hasHistory()) throw new Error('This needs the whole history of the repository.')
const [, ...later] = await migrationNames()
if (later.length === 0) console.log('There is no migration after the baseline: nothing to prove.')

const database = await ownDatabase({ hasty: true })
try {
  const server = new pg.Client(database.url)
  // It goes with the database, which must not hide what went wrong.
  server.on('error', () => {})
  await server.connect()
  for (const [i, migration] of later.slice(-Number(values.last)).entries()) {
    const name = `side_by_side_${i}`
    await server.query(`create database ${name} template template0`)
    const databaseUrl = database.url.replace(/\/roundsman\?/, `/${name}?`)
    const options = { databaseUrl, clients: Number(values.clients), seconds: Number(values.seconds) }
    const { faults, ...figures } = await migrationRun(migration, options)
    console.log(JSON.stringify({ ...figures, faults: faults.length }))
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  }
  await server.end()
} finally {
  await database.end()
}
