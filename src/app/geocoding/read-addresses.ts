// The addresses of a file as they come, by its kind; null stands for an entry that is no address.
import { createReadStream } from 'node:fs'
import type { StreetAddress } from '../../store/street-addresses.ts'
import { addressOfRow, refuseColumns } from './address-row.ts'
import { csvRows } from './csv-rows.ts'
import { osmAddresses } from './osm-addresses.ts'

export function readAddresses(file: string): AsyncIterable<StreetAddress | null> {
  if (file.endsWith('.csv')) return csvAddresses(file)
  if (file.endsWith('.osm.pbf')) return osmAddresses(file)
  throw new Error(`${file} is neither a .csv nor an .osm.pbf file`)
}

async function* csvAddresses(file: string): AsyncGenerator<StreetAddress | null> {
  let first = true
  for await (const row of csvRows(createReadStream(file, { encoding: 'utf8' }))) {
    if (first) refuseColumns(row)
    first = false
    yield addressOfRow(row)
  }
}
