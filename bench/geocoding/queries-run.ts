// Imports extracts as regions into a database, each alone or all together, and geocodes the queries for them.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { extractEntries } from '../../src/adapters/regions/read-extract.ts'
import { openRegionAddresses } from '../../src/app/addresses/geocoding/import-addresses.ts'
import type { Connection } from '../../src/store/database.ts'
import { judgeAnswers, printFailures } from './judge-answers.ts'
import { type TestQuery, type JudgedAnswer, printReport } from './judge.ts'

export interface QueriesRunOptions {
  extracts: string
  queries: readonly TestQuery[]
  /** Whether all extracts are imported together. Otherwise each is imported alone. */
  together: boolean
  /** Prints the queries without a correct result. */
  showFailures: boolean
}

export async function runQueries(connection: Connection, options: QueriesRunOptions): Promise<void> {
  const regions = openRegionAddresses(connection, extractEntries)
  const extracts = Map.groupBy(options.queries, ({ extract }) => extract)
  const importExtract = (name: string) => {
    const extract = path.join(options.extracts, `${name}.osm.pbf`)
    const file = existsSync(extract) ? extract : path.join(options.extracts, `${name}.csv`)
    return regions.replace(name, name, file, () => {}, Promise.resolve())
  }
  const judged: JudgedAnswer[] = []
  if (options.together) for (const name of extracts.keys()) await importExtract(name)
  for (const [name, queries] of extracts) {
    const started = performance.now()
    if (!options.together) await importExtract(name)
    const imported = performance.now()
    judged.push(...(await judgeAnswers(connection, queries)))
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    console.log(
      `${name}: imported in ${seconds(imported - started)} s, asked in ${seconds(performance.now() - imported)} s`,
    )
    if (!options.together) await regions.remove(name)
  }
  if (options.showFailures) printFailures(judged)
  printReport(judged)
}
