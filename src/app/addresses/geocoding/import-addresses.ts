// Imports a file of addresses, and the roads of an extract, into the index of GEOCODER=local. The command
// import-addresses imports a list, add-region the addresses of a region.
import path from 'node:path'
import pg from 'pg'
import {
  analyzeAddressIndex,
  asExclusiveWriter,
  isMissingIndexError,
  createAddressIndex,
  findImportedHouseCount,
} from '../../../store/addresses/address-index.ts'
import { type Connection, openClient } from '../../../store/database.ts'
import { removeSource } from '../../../store/addresses/write-addresses.ts'
import type { ExtractReader } from '../../ports/extracts.ts'
import { type ImportCounts, stageSource, writeSource } from './build-source.ts'
import { readAddressFile } from './read-addresses.ts'
import type { RegionAddresses } from '../../ports/region-addresses.ts'

/** Version of the reader. A file that an older version read is read again. */
const READING_VERSION = 2
/** Share of an import's progress that is reading. The remaining share replaces the source's rows. */
const READING_SHARE = 0.6

export interface ImportResult extends ImportCounts {
  seconds: number
}

/**
 * Imports a list. Importing a file with the same path again replaces its addresses. Calls `progress` from time to time
 * with a sentence. Throws if the file is invalid.
 */
export async function importAddresses(
  connection: Connection,
  extractEntries: ExtractReader,
  file: string,
  progress: (sentence: string) => void,
): Promise<ImportResult> {
  const started = performance.now()
  return withClient(connection, async (client) => {
    await createAddressIndex(client)
    const staged = await stageSource(client, readAddressFile(file, extractEntries), ({ addresses, roads, skipped }) =>
      progress(`${addresses} addresses and ${roads} roads read, ${skipped} entries skipped`),
    )
    await writeSource(client, { name: `file:${path.resolve(file)}`, mark: '', isList: true }, staged)
    await analyzeAddressIndex(client)
    return { ...staged.counts, seconds: Math.round((performance.now() - started) / 100) / 10 }
  })
}

export function openRegionAddresses(connection: Connection, extractEntries: ExtractReader): RegionAddresses {
  const markOf = (sha256: string): string => `${sha256}-v${READING_VERSION}`
  return {
    importedCount: (name, sha256) =>
      withClient(connection, async (client) => {
        // Fail now if the import can't succeed, not after hours of work.
        await createAddressIndex(client)
        return findImportedHouseCount(client, name, markOf(sha256))
      }),
    replace: (name, sha256, file, progress, filesMade) =>
      withClient(connection, async (client) => {
        await createAddressIndex(client)
        const entries = readAddressFile(file, extractEntries, (part) => progress(part * READING_SHARE))
        const staged = await stageSource(client, entries)
        const source = { name, mark: markOf(sha256), isList: false }
        const written = (part: number): void => progress(READING_SHARE + part * (1 - READING_SHARE))
        const houses = await writeSource(client, source, staged, written, filesMade)
        await analyzeAddressIndex(client)
        progress(1)
        return houses
      }),
    remove: (name) =>
      withClient(connection, (client) =>
        asExclusiveWriter(client, () => removeSource(client, name)).catch((error: unknown) => {
          if (isMissingIndexError(error)) return false
          throw error
        }),
      ),
  }
}

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(connection)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
