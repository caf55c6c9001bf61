// The command import-addresses: reads a file of addresses, and of the roads that an extract has, portion by portion
// into the index of GEOCODER=local.
import pg from 'pg'
import { type Connection, poolConfig } from '../../store/database.ts'
import {
  analyzeAddressIndex,
  prepareAddressIndex,
  type Road,
  type StreetAddress,
  saveRoads,
  saveStreetAddresses,
} from '../../store/addresses/street-addresses.ts'
import { readAddresses } from './read-addresses.ts'

const PORTION = 5_000
const PROGRESS_EVERY = 50_000

export interface Imported {
  /** Entries with a house number, a street and a point. */
  addresses: number
  /** Ways with a name that an extract has. */
  roads: number
  /** Entries without one of these. */
  skipped: number
  seconds: number
}

/** Adds to what is there. `progress` hears a sentence now and then. Throws what is wrong with the file. */
export async function importAddresses(
  connection: Connection,
  file: string,
  progress: (sentence: string) => void,
): Promise<Imported> {
  const started = performance.now()
  const client = new pg.Client(poolConfig(connection))
  await client.connect()
  try {
    await prepareAddressIndex(client)
    const counts = { addresses: 0, roads: 0, skipped: 0 }
    const addresses = portions<StreetAddress>((portion) => saveStreetAddresses(client, portion))
    const roads = portions<Road>((portion) => saveRoads(client, portion))
    let entries = 0
    for await (const found of readAddresses(file)) {
      if (found === null) counts.skipped++
      else if ('address' in found) {
        counts.addresses++
        await addresses.add(found.address)
      } else {
        counts.roads++
        await roads.add(found.road)
      }
      if (++entries % PROGRESS_EVERY === 0)
        progress(`${counts.addresses} addresses and ${counts.roads} roads read, ${counts.skipped} entries skipped`)
    }
    await addresses.end()
    await roads.end()
    await analyzeAddressIndex(client)
    return { ...counts, seconds: Math.round((performance.now() - started) / 100) / 10 }
  } finally {
    await client.end()
  }
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
