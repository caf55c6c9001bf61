// The command import-addresses: reads a file of addresses portion by portion into the index of GEOCODER=local.
import pg from 'pg'
import { type Connection, poolConfig } from '../../store/database.ts'
import {
  analyzeAddressIndex,
  prepareAddressIndex,
  type StreetAddress,
  saveStreetAddresses,
} from '../../store/street-addresses.ts'
import { readAddresses } from './read-addresses.ts'

const PORTION = 5_000
const PROGRESS_EVERY = 50_000

export interface Imported {
  /** Entries with a house number, a street and a point. */
  addresses: number
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
    const counts = { addresses: 0, skipped: 0 }
    let portion: StreetAddress[] = []
    const save = async () => {
      if (portion.length > 0) await saveStreetAddresses(client, portion)
      portion = []
    }
    for await (const address of readAddresses(file)) {
      if (address) {
        counts.addresses++
        portion.push(address)
      } else counts.skipped++
      if (portion.length === PORTION) await save()
      if ((counts.addresses + counts.skipped) % PROGRESS_EVERY === 0)
        progress(`${counts.addresses} addresses read, ${counts.skipped} entries skipped`)
    }
    await save()
    await analyzeAddressIndex(client)
    return { ...counts, seconds: Math.round((performance.now() - started) / 100) / 10 }
  } finally {
    await client.end()
  }
}
