// Splits an address that a file has in one cell.
import { US_STATES } from '../addresses/us-address.ts'

interface AddressParts {
  line1: string
  city?: string
  region?: string
  postal_code?: string
}

const STATE_CODES = new Set(US_STATES.filter((state) => state.length === 2))
/** "10115 Berlin" or "A-1010 Wien". */
const CODE_WITH_TOWN = /^(?:\p{L}{1,2}-)?(\d{4,5})\s+(\p{L}[\p{L}\s.'’()/-]*)$/u

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
  // A country after "10115 Berlin".
  if (parts.length > 2 && CODE_WITH_TOWN.test(parts.at(-2) ?? '') && !/\d/.test(parts.at(-1) ?? '')) parts.pop()
  const last = parts.pop() ?? ''
  const [, code, town] = CODE_WITH_TOWN.exec(last) ?? []
  if (code && town && parts.length > 0) return { line1: parts.join(', '), city: town.trim(), postal_code: code }
  const found = townWithState(last)
  const city = found?.town || parts.pop()
  if (!found || !city || parts.length === 0) return { line1: whole }
  return { line1: parts.join(', '), city, region: found.region, ...(found.postal && { postal_code: found.postal }) }
}
