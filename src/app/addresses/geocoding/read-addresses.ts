// Streams the addresses and roads of a file for GEOCODER=local. Yields null for an entry that is not an address.
import { createReadStream } from 'node:fs'
import type { ExtractReader } from '../../ports/extracts.ts'
import { parseAddressRow, requireColumns } from './address-row.ts'
import { readCsvRows } from './csv-rows.ts'
import type { AddressFileEntry } from './file-entries.ts'
import { readOsmExtract } from './osm-extract.ts'

/** `progress` receives the share of an extract that has been read, 0 to 1. */
export function readAddressFile(
  file: string,
  extractEntries: ExtractReader,
  progress?: (part: number) => void,
): AsyncIterable<AddressFileEntry> {
  if (file.endsWith('.csv')) return readCsvAddresses(file)
  if (file.endsWith('.osm.pbf')) return readOsmExtract(file, extractEntries, progress)
  throw new Error(`${file} is neither a .csv nor an .osm.pbf file`)
}

async function* readCsvAddresses(file: string): AsyncGenerator<AddressFileEntry> {
  let first = true
  for await (const row of readCsvRows(createReadStream(file, { encoding: 'utf8' }))) {
    if (first) requireColumns(row)
    first = false
    const house = parseAddressRow(row)
    yield house && { house }
  }
}
