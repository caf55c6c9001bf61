// Streams the addresses and roads of a file for GEOCODER=local. Yields null for an entry that is not an address.
import { createReadStream } from 'node:fs'
import type { ExtractReader } from '../../ports/extracts.ts'
import { addressOfRow, refuseColumns } from './address-row.ts'
import { csvRows } from './csv-rows.ts'
import type { Found } from './found.ts'
import { osmExtract } from './osm-extract.ts'

/** `progress` receives the share of an extract that has been read, 0 to 1. */
export function readAddresses(
  file: string,
  extractEntries: ExtractReader,
  progress?: (part: number) => void,
): AsyncIterable<Found> {
  if (file.endsWith('.csv')) return csvAddresses(file)
  if (file.endsWith('.osm.pbf')) return osmExtract(file, extractEntries, progress)
  throw new Error(`${file} is neither a .csv nor an .osm.pbf file`)
}

async function* csvAddresses(file: string): AsyncGenerator<Found> {
  let first = true
  for await (const row of csvRows(createReadStream(file, { encoding: 'utf8' }))) {
    if (first) refuseColumns(row)
    first = false
    const house = addressOfRow(row)
    yield house && { house }
  }
}
