// Imports extracts as regions into a database, each alone or all together, and geocodes the queries for them.
import path from 'node:path'
import { extractEntries } from '../../src/adapters/regions/read-extract.ts'
import { regionAddresses } from '../../src/app/addresses/geocoding/import-addresses.ts'
import { localGeocoder } from '../../src/app/addresses/geocoding/local-geocoder.ts'
import { openDatabase, type Connection } from '../../src/store/database.ts'
import { type AskedQuery, type Judged, judge, printReport } from './judge.ts'

const SIGNAL = new AbortController().signal

export interface QueriesRun {
  extracts: string
  queries: readonly AskedQuery[]
  /** Whether all extracts are imported together. Otherwise each is imported alone. */
  together: boolean
  /** Prints the queries without a correct result. */
  show: boolean
}

export async function runQueries(connection: Connection, run: QueriesRun): Promise<void> {
  const regions = regionAddresses(connection, extractEntries)
  const extracts = Map.groupBy(run.queries, ({ extract }) => extract)
  const add = (name: string) => regions.replace(name, name, path.join(run.extracts, `${name}.osm.pbf`), () => {})
  const judged: Judged[] = []
  if (run.together) for (const name of extracts.keys()) await add(name)
  for (const [name, queries] of extracts) {
    const started = performance.now()
    if (!run.together) await add(name)
    const imported = performance.now()
    judged.push(...(await answered(connection, queries)))
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    console.log(
      `${name}: imported in ${seconds(imported - started)} s, asked in ${seconds(performance.now() - imported)} s`,
    )
    if (!run.together) await regions.remove(name)
  }
  if (run.show) for (const one of judged) if (isNotRight(one)) console.log(shown(one))
  printReport(judged)
}

async function answered(connection: Connection, queries: readonly AskedQuery[]): Promise<Judged[]> {
  const db = openDatabase(connection, 2, (error) => console.error(error))
  const geocoder = localGeocoder(db)
  const judged: Judged[] = []
  for (const query of queries) {
    const started = performance.now()
    const answer = await geocoder.find(query.address, SIGNAL)
    judged.push({ query, answer, verdict: judge(query, answer), ms: performance.now() - started })
  }
  await db.close()
  return judged
}

const isNotRight = ({ query, verdict }: Judged): boolean =>
  verdict === 'wrong' || (query.expect === 'place' && query.known && verdict !== 'right')

function shown({ query, verdict, answer }: Judged): string {
  const { line1, city, region, postalCode } = query.address
  const found = answer.found ? answer.label : (answer.candidates ?? []).map(({ label }) => label).join(' / ')
  const asked = [line1, city, region, postalCode].map((one) => one ?? '').join(' | ')
  return `${verdict} ${query.id} ${query.form} ${query.expect}${query.known ? '' : ' (held out)'}: ${asked} → ${found}`
}
