// Splits an address that a file has in one cell.
import { US_STATES } from '../addresses/us-address.ts'
import { countryNameKeys } from '../addresses/words/countries.ts'
import { directionCode, isStreetType, UNIT_LABELS } from '../addresses/words/short-forms.ts'
import { foldedKey } from '../addresses/words/tokens.ts'

interface AddressParts {
  line1: string
  city?: string
  region?: string
  postal_code?: string
}

const STATE_CODES = new Set(US_STATES.filter((state) => state.length === 2))
/** "10115 Berlin" or "A-1010 Wien". */
const CODE_WITH_TOWN = /^(?:\p{L}{1,2}-)?(\d{4,5})\s+(\p{L}[\p{L}\s.'’()/-]*)$/u

const isCountry = (part: string): boolean => /^[A-Z]{2}$/.test(part) || countryNameKeys().has(foldedKey(part))

/** Returns whether a part has a number that is not the number of a unit: "Musterweg 1", but not "Suite 5". */
const hasHouseNumber = (part: string): boolean =>
  /\d/.test(part) && !UNIT_LABELS.has(foldedKey(part).split(' ')[0] ?? '')

/** Returns whether a text ends like a street: "Market St" or "Main Street N". */
const isStreet = (text: string): boolean =>
  isStreetType(
    foldedKey(text)
      .split(' ')
      .findLast((word) => !directionCode(word)) ?? '',
  )

/**
 * Splits an address that ends with "10115 Berlin", also before a country. Null if the number may be that of a house, as in
 * "Suite 5, 1450 Market St".
 */
function codeWithTown(parts: readonly string[]): AddressParts | null {
  const named = isCountry(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts
  const before = named.slice(0, -1)
  const [, code, town] = CODE_WITH_TOWN.exec(named.at(-1) ?? '') ?? []
  return code && town && !isStreet(town) && before.some(hasHouseNumber)
    ? { line1: before.join(', '), city: town.trim(), postal_code: code }
    : null
}

/** Splits "Baltimore MD 21231" or "MD". Null if the text doesn't end with a state and a postal code. */
function townWithState(text: string): { town: string; region: string; postal: string | null } | null {
  const words = text.split(/\s+/)
  const postal = /^\d{5}(?:-\d{4})?$/.test(words.at(-1) ?? '') ? (words.pop() ?? null) : null
  const region = words.pop()?.replace(/\.$/, '').toLowerCase() ?? ''
  return STATE_CODES.has(region) ? { town: words.join(' '), region: region.toUpperCase(), postal } : null
}

/**
 * Splits an address in one cell into line, city, state and postal code. An address whose parts can't be separated stays
 * in one line.
 */
export function addressIn(cell: string): AddressParts {
  const whole = cell.trim()
  const parts = whole
    .replace(/[\s,](?:USA?|United States)\.?$/i, '')
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const splitByCode = codeWithTown(parts)
  if (splitByCode) return splitByCode
  const last = parts.pop() ?? ''
  const found = townWithState(last)
  const city = found?.town || parts.pop()
  // A part with digits is a street, or a town with its postal code before a country: "Berlin 10115, DE".
  if (!found || !city || /\d/.test(city) || parts.length === 0) return { line1: whole }
  return { line1: parts.join(', '), city, region: found.region, ...(found.postal && { postal_code: found.postal }) }
}
