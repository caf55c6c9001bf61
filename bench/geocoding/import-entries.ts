import { stageSource, writeSource } from '../../src/app/addresses/geocoding/build-source.ts'
import type { AddressFileEntry } from '../../src/app/addresses/geocoding/file-entries.ts'
import { analyzeAddressIndex, createAddressIndex } from '../../src/store/addresses/address-index.ts'
import { type Connection, openClient } from '../../src/store/database.ts'

/** Replaces the index of addresses with these entries. */
export async function importEntries(connection: Connection, entries: AsyncIterable<AddressFileEntry>): Promise<void> {
  const client = await openClient(connection)
  try {
    await createAddressIndex(client)
    const staged = await stageSource(client, entries)
    await writeSource(client, { name: 'generated', mark: '', isList: false }, staged)
    await analyzeAddressIndex(client)
  } finally {
    await client.end()
  }
}
