// Reads one address from a CSV row, with OpenAddresses' columns or with line1, city, region, postal_code, lat, lng.
import { plain, plainPostalCode, plainRegion, streetLine } from '../../../domain/addresses/us-address.ts'
import type { StreetAddress } from '../../../store/addresses/street-addresses.ts'

export type AddressRow = ReadonlyMap<string, string>

const COLUMNS = [
  ['line1', 'lat', 'lng'],
  ['number', 'street', 'lat', 'lon'],
]

/** Throws if the file has neither set of columns. */
export function refuseColumns(row: AddressRow): void {
  if (COLUMNS.some((names) => names.every((name) => row.has(name)))) return
  const kinds = COLUMNS.map((names) => names.join(', ')).join(' or ')
  throw new Error(`The first line must name the columns ${kinds}; it names ${[...row.keys()].join(', ')}`)
}

/** Returns null if the house number, the street or the location is missing. */
export function addressOfRow(row: AddressRow): StreetAddress | null {
  const line = row.get('line1') ?? `${row.get('number') ?? ''} ${row.get('street') ?? ''}`
  return streetAddress({
    line,
    city: row.get('city') ?? '',
    region: row.get('region') ?? '',
    postalCode: row.get('postal_code') ?? row.get('postcode') ?? '',
    lat: degrees(row.get('lat'), 90),
    lng: degrees(row.get('lng') ?? row.get('lon'), 180),
  })
}

/** Returns null if the house number, the street or the location is missing. */
export function streetAddress(given: {
  line: string
  city: string
  region: string
  postalCode: string
  lat: number | null
  lng: number | null
}): StreetAddress | null {
  const { number, numberSuffix, street } = streetLine(given.line)
  const { lat, lng } = given
  if (number === null || street === '' || lat === null || lng === null) return null
  return {
    street,
    city: plain(given.city),
    region: plainRegion(given.region),
    postalCode: plainPostalCode(given.postalCode),
    number,
    numberSuffix,
    lat,
    lng,
  }
}

function degrees(text: string | undefined, most: number): number | null {
  if (text === undefined || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(text)) return null
  const value = Number(text)
  return Math.abs(value) <= most ? value : null
}
