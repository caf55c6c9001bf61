// Generates addresses from extracts, imports each extract without the houses that are held out, and geocodes the
// addresses.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { extractEntries } from '../../src/adapters/regions/read-extract.ts'
import { readAddressFile } from '../../src/app/addresses/geocoding/read-addresses.ts'
import type { Connection } from '../../src/store/database.ts'
import { seeded } from '../random.ts'
import { alterRegion } from './altered-region.ts'
import { generateQueries } from './generate-queries.ts'
import { importEntries } from './import-entries.ts'
import { judgeAnswers, printFailures } from './judge-answers.ts'
import { type JudgedAnswer, printReport } from './judge.ts'

export interface GeneratedRunOptions {
  /** Folder of the extracts. */
  extracts: string
  /** Name of the only extract to use. Empty: all. */
  only: string
  /** Number of known houses for each extract. */
  houses: number
  seed: number
  showFailures: boolean
}

export async function runGenerated(connection: Connection, options: GeneratedRunOptions): Promise<void> {
  const names = readdirSync(options.extracts)
    .filter((file) => file.endsWith('.osm.pbf'))
    .map((file) => file.replace(/\.osm\.pbf$/, ''))
    .filter((name) => options.only === '' || name === options.only)
  const judged: JudgedAnswer[] = []
  for (const name of names) {
    const random = seeded(options.seed)
    const file = path.join(options.extracts, `${name}.osm.pbf`)
    const region = await alterRegion(readAddressFile(file, extractEntries), random)
    await importEntries(connection, inOrder(region.entries))
    const queries = generateQueries(region, { extract: name, houses: options.houses, random })
    judged.push(...(await judgeAnswers(connection, queries)))
    console.log(`${name}: ${region.known.length} houses, ${region.heldOut.length} held out, ${queries.length} queries`)
  }
  if (options.showFailures) printFailures(judged)
  printReport(judged)
}

async function* inOrder<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}
