// Reads addresses from a CSV file with the columns line1,city,region,postal_code,lat,lng.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

export interface Place {
  line1: string
  city: string
  region: string
  postal_code: string
  lat: number
  lng: number
}

/** Returns the first `count` places of the file. Throws if it has fewer or lacks a column. */
export async function readPlaces(file: string, count: number): Promise<Place[]> {
  const places: Place[] = []
  let columns: string[] | null = null
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    const cells = cellsOf(line)
    if (!columns) {
      columns = cells
      const missing = ['line1', 'city', 'region', 'postal_code', 'lat', 'lng'].filter((name) => !cells.includes(name))
      if (missing.length > 0) throw new Error(`${file} lacks the columns ${missing.join(', ')}`)
      continue
    }
    const row = Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? '']))
    const { line1 = '', city = '', region = '', postal_code = '' } = row
    places.push({ line1, city, region, postal_code, lat: Number(row.lat), lng: Number(row.lng) })
    if (places.length === count) return places
  }
  throw new Error(`${file} has only ${places.length} addresses, ${count} were asked for`)
}

/** Cells of one line. Quoted cells may contain commas and doubled quotes. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
