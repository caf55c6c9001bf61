// Checks whether a found location is in the requested city, state and postal code.
import type { Address } from '../orders/order.ts'
import { editDistance } from './edit-distance.ts'
import { normalizeText, normalizePostalCode, normalizeRegion, splitAddress, US_STATES } from './us-address.ts'

export interface LocationArea {
  city?: string | undefined
  region?: string | undefined
  postalCode?: string | undefined
}

/**
 * Returns false if the location is in another area than requested. A part that either side omits is
 * ignored. A city is ignored if the postal codes are equal, because postal and municipal names often differ.
 */
export function isInRequestedArea(requested: Address | string, found: LocationArea): boolean {
  // The city of a one-line address is a guess. Its state and postal code are reliable, because they are at the end.
  const { city, region, postalCode } =
    typeof requested === 'string' ? { ...splitAddress(requested), city: null } : requested
  const samePostalCode = agrees(postalCode, found.postalCode, comparablePostalCode)
  if (samePostalCode === false || regionsAgree(region, found.region) === false) return false
  return samePostalCode === true || agrees(city, found.city, normalizeText) !== false
}

/** Returns the code without spaces and hyphens, and without the country in D-10115. */
const comparablePostalCode = (code: string): string =>
  normalizePostalCode(code)
    .replace(/[\s-]/g, '')
    .replace(/^[a-z]{1,2}(?=\d{4,5}$)/, '')

/** Longest abbreviation of a region outside the US, such as SP for São Paulo or NSW for New South Wales. */
const MAX_ABBREVIATION = 3

/** Returns null if either side is empty, or is an abbreviation of a region outside the US. */
function regionsAgree(requested: string | null, found: string | undefined): boolean | null {
  const regions = [requested ?? '', found ?? ''].map(normalizeRegion)
  const areInUs = regions.every((region) => US_STATES.includes(region))
  const isAbbreviated = regions.some((region) => region.length <= MAX_ABBREVIATION)
  const agree = agrees(requested, found, normalizeRegion)
  return agree === false && !areInUs && isAbbreviated ? null : agree
}

/** Returns null if either side is empty. */
function agrees(
  requested: string | null,
  found: string | undefined,
  normalize: (text: string) => string,
): boolean | null {
  const a = normalize(requested ?? '')
  const b = normalize(found ?? '')
  if (a === '' || b === '') return null
  return a === b || (normalize === normalizeText && (editDistance(a, b) <= 1 || a.includes(b) || b.includes(a)))
}
