// npm run bench geocoding -- --queries FILE.csv --extracts DIR [--only NAME] [--together] [--show]
// npm run bench geocoding -- --addresses FILE.csv [--roads FILE.osm.pbf] [--fold 0] [--seed 20]
// npm run bench geocoding -- --generate --extracts DIR [--only NAME] [--houses 40] [--seed 20] [--show]
// npm run bench geocoding -- --state HOUSES [--lookups 300] [--seed 20]
// Measures the local geocoder on a PostgreSQL of its own, without network.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openEmbedded } from '../../src/adapters/embedded/embedded-postgres.ts'
import { migrate } from '../../src/store/migrate.ts'
import { parseOptions } from '../given-options.ts'
import { requirePathOption } from '../path-given.ts'
import { runAddresses } from './addresses-run.ts'
import { readQueries } from './judge.ts'
import { runGenerated } from './generated-run.ts'
import { runQueries } from './queries-run.ts'
import { runState } from './state-run.ts'

const options = parseOptions({
  queries: '',
  generate: false,
  houses: 40,
  extracts: '',
  only: '',
  together: false,
  show: false,
  addresses: '',
  roads: '',
  fold: 0,
  seed: 20,
  state: 0,
  lookups: 300,
})

const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-bench-'))
const server = await openEmbedded(dir, { log: { info: () => {}, error: console.error } })
try {
  await migrate(server.connection)
  if (options.state > 0)
    await runState(server.connection, { houses: options.state, lookUps: options.lookups, seed: options.seed })
  else if (options.generate)
    await runGenerated(server.connection, {
      extracts: requirePathOption('extracts', options.extracts, 'a folder of OpenStreetMap extracts'),
      only: options.only,
      houses: options.houses,
      seed: options.seed,
      showFailures: options.show,
    })
  else if (options.queries !== '') {
    const queries = await readQueries(
      requirePathOption('queries', options.queries, 'a CSV of queries and their locations'),
    )
    await runQueries(server.connection, {
      extracts: requirePathOption('extracts', options.extracts, 'the folder of their extracts'),
      queries: queries.filter(({ extract }) => options.only === '' || extract === options.only),
      together: options.together,
      showFailures: options.show,
    })
  } else
    await runAddresses(server.connection, {
      addresses: requirePathOption('addresses', options.addresses, 'a CSV of addresses and their locations'),
      roads: options.roads && requirePathOption('roads', options.roads, 'an OpenStreetMap extract'),
      fold: options.fold,
      seed: options.seed,
      dir,
    })
} finally {
  await server.stop()
  rmSync(dir, { recursive: true })
}
