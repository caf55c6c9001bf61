// npm run prove:move -- [--moves 20] [--kills 10] [--seed 1] [--businesses 6] [--orders 600000] [--fault]
// Businesses move between two installations while their callers write, and half of the moves are interrupted by a kill of the
// command, a service or a PostgreSQL: tables are equal, no event is lost or doubled, cursors go on. With --fault the source no
// longer refuses who comes while a business is held, and the run fails when that is not caught. A move takes about 10 seconds. With
// --orders a large business moves there and back first: one of 200 that have so many orders together, with a sixth of them.
import { parseArgs } from 'node:util'
import { moveRun } from './move-run.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: {
    moves: { type: 'string', default: '20' },
    kills: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    businesses: { type: 'string', default: '6' },
    orders: { type: 'string', default: '0' },
    fault: { type: 'boolean', default: false },
  },
})

const settings = { wal_level: 'logical' }
const databases = [await ownDatabase({ settings }), await ownDatabase({ settings })] as const
try {
  const { faults, ...figures } = await moveRun({
    databases,
    moves: Number(values.moves),
    kills: Number(values.kills),
    seed: Number(values.seed),
    businesses: Number(values.businesses),
    orders: Number(values.orders),
    fault: values.fault,
    told: (move) => console.log(JSON.stringify(move)),
  })
  console.log(JSON.stringify({ seed: Number(values.seed), ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  process.exitCode = faults.length > 0 === values.fault ? 0 : 1
} finally {
  for (const database of databases) await database.end()
}
