// Reads a file of addresses, and of the roads that an extract has, portion by portion into the index of GEOCODER=local:
// the command import-addresses into the imported lists, add-region into the region's own.
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
/** Of how addresses are read. What an older version read of the same file is read again. */
const READING_VERSION = 1
/** Of the time that a region takes, what reading takes; then it is put in place. */
const READING = 0.8

export interface Imported {
  /** Entries with a house number, a street and a point. */
  addresses: number
  /** Ways with a name that an extract has. */
  roads: number
  /** Entries without one of these. */
  skipped: number
  seconds: number
}

/** Adds to the imported lists. `progress` hears a sentence now and then. Throws what is wrong with the file. */
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

/** A region's addresses, in place of those it had. */
export interface RegionAddresses {
  /** How many this very file brought the region; null where it is not imported. */
  there(name: string, sha256: string): Promise<number | null>
  /** All at once, at the end. Returns how many there are. */
  replace(name: string, sha256: string, file: string, progress: (part: number) => void): Promise<number>
  /** False where the region has none. */
  remove(name: string): Promise<boolean>
}

export function regionAddresses(connection: Connection, extractEntries: ExtractReader): RegionAddresses {
  const markOf = (sha256: string): string => `${sha256}-v${READING_VERSION}`
  return {
    there: (name, sha256) =>
      onClient(connection, async (client) => {
        // Whatever is missing for an import is said before hours of work.
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
  /** Follows each portion. */
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
