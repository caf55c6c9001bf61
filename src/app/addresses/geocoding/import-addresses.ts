// Imports a file of addresses, and the roads of an extract, in portions into the index of GEOCODER=local. The command
// import-addresses fills the imported lists, add-region the region's own list.
import pg from 'pg'
import { type Connection, openClient } from '../../../store/database.ts'
import {
  addStagedToLists,
  analyzeAddressIndex,
  isUnprepared,
  openStage,
  prepareAddressIndex,
  regionHouses,
  removeRegionAddresses,
  replaceRegionAddresses,
  type Road,
  type StreetAddress,
  stageRoads,
  stageStreetAddresses,
} from '../../../store/addresses/street-addresses.ts'
import type { ExtractReader } from '../../ports/extracts.ts'
import type { Found } from './osm-extract.ts'
import { readAddresses } from './read-addresses.ts'

const PORTION = 5_000
const PROGRESS_EVERY = 50_000
/** Version of the address parser. A file that an older version read is read again. */
const READING_VERSION = 1
/** Share of an import's progress that is reading. The remaining share replaces the region's rows. */
const READING = 0.8

export interface Imported {
  /** Entries with a house number, a street and a location. */
  addresses: number
  /** Named ways of an extract. */
  roads: number
  /** Entries that lack a house number, a street or a location. */
  skipped: number
  seconds: number
}

/**
 * Adds the file to the imported lists. Calls `progress` from time to time with a sentence. Throws if the file is
 * invalid.
 */
export async function importAddresses(
  connection: Connection,
  extractEntries: ExtractReader,
  file: string,
  progress: (sentence: string) => void,
): Promise<Imported> {
  const started = performance.now()
  return onClient(connection, async (client) => {
    await prepareAddressIndex(client)
    await openStage(client)
    const counts = await stage(client, readAddresses(file, extractEntries), {
      after: () => addStagedToLists(client),
      counted: ({ addresses, roads, skipped }) =>
        progress(`${addresses} addresses and ${roads} roads read, ${skipped} entries skipped`),
    })
    await analyzeAddressIndex(client)
    return { ...counts, seconds: Math.round((performance.now() - started) / 100) / 10 }
  })
}

/** Stores the addresses of a region. */
export interface RegionAddresses {
  /** Returns how many addresses the region has from exactly this file. Null if the file is not imported. */
  there(name: string, sha256: string): Promise<number | null>
  /** Replaces the region's addresses in one transaction at the end. Returns the number of addresses. */
  replace(name: string, sha256: string, file: string, progress: (part: number) => void): Promise<number>
  /** Returns false if the region has no addresses. */
  remove(name: string): Promise<boolean>
}

export function regionAddresses(connection: Connection, extractEntries: ExtractReader): RegionAddresses {
  const markOf = (sha256: string): string => `${sha256}-v${READING_VERSION}`
  return {
    there: (name, sha256) =>
      onClient(connection, async (client) => {
        // Fail now if the import can't succeed, not after hours of work.
        await prepareAddressIndex(client)
        return regionHouses(client, name, markOf(sha256))
      }),
    replace: (name, sha256, file, progress) =>
      onClient(connection, async (client) => {
        await prepareAddressIndex(client)
        await openStage(client)
        await stage(
          client,
          readAddresses(file, extractEntries, (part) => progress(part * READING)),
        )
        const houses = await replaceRegionAddresses(client, name, markOf(sha256), (part) =>
          progress(READING + part * (1 - READING)),
        )
        await analyzeAddressIndex(client)
        return houses
      }),
    remove: (name) =>
      onClient(connection, (client) =>
        removeRegionAddresses(client, name).catch((error: unknown) => {
          if (isUnprepared(error)) return false
          throw error
        }),
      ),
  }
}

async function onClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(connection)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

interface Listening {
  counted?: (counts: Omit<Imported, 'seconds'>) => void
  /** Runs after each portion. */
  after?: () => Promise<void>
}

async function stage(client: pg.Client, read: AsyncIterable<Found>, { counted, after }: Listening = {}) {
  const counts = { addresses: 0, roads: 0, skipped: 0 }
  const addresses = portions<StreetAddress>(async (portion) => {
    await stageStreetAddresses(client, portion)
    await after?.()
  })
  const roads = portions<Road>(async (portion) => {
    await stageRoads(client, portion)
    await after?.()
  })
  let entries = 0
  for await (const found of read) {
    if (found === null) counts.skipped++
    else if ('address' in found) {
      counts.addresses++
      await addresses.add(found.address)
    } else {
      counts.roads++
      await roads.add(found.road)
    }
    if (++entries % PROGRESS_EVERY === 0) counted?.(counts)
  }
  await addresses.end()
  await roads.end()
  return counts
}

function portions<T>(save: (portion: readonly T[]) => Promise<void>): {
  add(one: T): Promise<void>
  end(): Promise<void>
} {
  let portion: T[] = []
  const end = async () => {
    if (portion.length > 0) await save(portion)
    portion = []
  }
  const add = async (one: T) => {
    if (portion.push(one) === PORTION) await end()
  }
  return { add, end }
}
