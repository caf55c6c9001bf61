// Reads one address from a CSV row, with OpenAddresses' columns or with line1, city, region, postal_code, lat, lng.
import { houseNumbers } from '../../../domain/addresses/house-numbers.ts'
import { withBlockNumber } from '../../../domain/addresses/whole-block.ts'
import type { FoundHouse } from './found.ts'

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
export function addressOfRow(row: AddressRow): FoundHouse | null {
  const text = (...names: string[]): string => (names.map((name) => row.get(name)).find((one) => one) ?? '').trim()
  const line = row.get('line1')
  const [number, street] = line === undefined ? [text('number'), text('street')] : numberAndStreet(line)
  const [lat, lng] = [degrees(row.get('lat'), 90), degrees(row.get('lng') ?? row.get('lon'), 180)]
  const numbers = houseNumbers(number)
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

const FIRST_NUMBER = /^\s*(\d{1,6}(?:block|[a-z])?(?:[-/]\d+[a-z]?)?)(?: \d\/\d)?\s+(.+)$/i
const LAST_NUMBER = /^(.+?)[\s,]+(?:n[ºo°.]*\s*)?(\d{1,6}\s?[a-z]?(?:[-/]\d+[a-z]?)?)$/i
const UNIT = /[,\s]+(?:#|(?:apt|apartment|unit|suite|ste)\b).*$/i

/** Separates "12 Rue X" and "X-Straße 12". */
function numberAndStreet(line: string): [number: string, street: string] {
  const text = withBlockNumber(line.slice(0, 500).replace(UNIT, '').trim())
  const [, first = '', after = ''] = FIRST_NUMBER.exec(text) ?? []
  if (first) return [first, after]
  const [, before = '', last = ''] = LAST_NUMBER.exec(text) ?? []
  return [last, before]
}

function degrees(text: string | undefined, most: number): number | null {
  if (text === undefined || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(text)) return null
  const value = Number(text)
  return Math.abs(value) <= most ? value : null
}
