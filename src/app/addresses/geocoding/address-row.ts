// Reads one address from a CSV row, with OpenAddresses' columns or with line1, city, region, postal_code, lat, lng.
import { parseHouseNumbers } from '../../../domain/addresses/house-numbers.ts'
import { splitNumberAndStreet } from '../../../domain/addresses/split-line.ts'
import type { HouseEntry } from './file-entries.ts'

export type AddressRow = ReadonlyMap<string, string>

const COLUMN_SETS = [
  ['line1', 'lat', 'lng'],
  ['number', 'street', 'lat', 'lon'],
]

/** Throws if the file has neither set of columns. */
export function requireColumns(row: AddressRow): void {
  if (COLUMN_SETS.some((names) => names.every((name) => row.has(name)))) return
  const kinds = COLUMN_SETS.map((names) => names.join(', ')).join(' or ')
  throw new Error(`The first line must name the columns ${kinds}; it names ${[...row.keys()].join(', ')}`)
}

/** Returns null if the house number, the street or the location is missing. */
export function parseAddressRow(row: AddressRow): HouseEntry | null {
  const text = (...names: string[]): string => (names.map((name) => row.get(name)).find((one) => one) ?? '').trim()
  const line = row.get('line1')
  const [number, street] = line === undefined ? [text('number'), text('street')] : splitNumberAndStreet(line)
  const [lat, lng] = [parseDegrees(row.get('lat'), 90), parseDegrees(row.get('lng') ?? row.get('lon'), 180)]
  const numbers = parseHouseNumbers(number)
  if (numbers.length === 0 || street === '' || lat === null || lng === null) return null
  const [city, state] = [text('city'), text('region')]
  const district = text('district')
  return {
    lat,
    lng,
    streets: [street],
    isPlace: false,
    numbers,
    estimated: false,
    city,
    places: [city, district].filter((one) => one !== ''),
    postcode: text('postal_code', 'postcode').replace(/^(\d{5})-\d{4}$/, '$1'),
    state,
    regions: state ? [state] : [],
  }
}

function parseDegrees(text: string | undefined, maxDegrees: number): number | null {
  if (text === undefined || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(text)) return null
  const value = Number(text)
  return Math.abs(value) <= maxDegrees ? value : null
}
