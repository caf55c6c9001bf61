// Imports extracts as regions into a database, each alone or all together, and geocodes the queries for them.
import path from 'node:path'
import { extractEntries } from '../../src/adapters/regions/read-extract.ts'
import { openRegionAddresses } from '../../src/app/addresses/geocoding/import-addresses.ts'
import { openLocalGeocoder } from '../../src/app/addresses/geocoding/local-geocoder.ts'
import { openDatabase, type Connection } from '../../src/store/database.ts'
import { type TestQuery, type JudgedAnswer, judgeAnswer, printReport } from './judge.ts'

const NEVER_ABORTED = new AbortController().signal

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
  const importExtract = (name: string) =>
    regions.replace(name, name, path.join(options.extracts, `${name}.osm.pbf`), () => {})
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
  if (options.showFailures) for (const one of judged) if (hasFailed(one)) console.log(formatFailure(one))
  printReport(judged)
}

async function judgeAnswers(connection: Connection, queries: readonly TestQuery[]): Promise<JudgedAnswer[]> {
  const db = openDatabase(connection, 2, (error) => console.error(error))
  const geocoder = openLocalGeocoder(db)
  const judged: JudgedAnswer[] = []
  for (const query of queries) {
    const started = performance.now()
    const answer = await geocoder.find(query.address, NEVER_ABORTED)
    judged.push({ query, answer, verdict: judgeAnswer(query, answer), ms: performance.now() - started })
  }
  await db.close()
  return judged
}

const hasFailed = ({ query, verdict }: JudgedAnswer): boolean =>
  verdict === 'wrong' || (query.expected === 'place' && query.hasHouse && verdict !== 'right')

function formatFailure({ query, verdict, answer }: JudgedAnswer): string {
  const { line1, city, region, postalCode } = query.address
  const found = answer.found ? answer.label : (answer.candidates ?? []).map(({ label }) => label).join(' / ')
  const requested = [line1, city, region, postalCode].map((one) => one ?? '').join(' | ')
  return `${verdict} ${query.id} ${query.spelling} ${query.expected}${query.hasHouse ? '' : ' (held out)'}: ${requested} → ${found}`
}
