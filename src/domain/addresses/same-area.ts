// Checks whether a found location is in the requested city, state and postal code.
import type { Address } from '../orders/order.ts'
import { editDistance } from './edit-distance.ts'
import { normalizeText, normalizePostalCode, normalizeRegion, splitAddress } from './us-address.ts'

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
  const samePostalCode = agrees(postalCode, found.postalCode, normalizePostalCode)
  if (samePostalCode === false || agrees(region, found.region, normalizeRegion) === false) return false
  return samePostalCode === true || agrees(city, found.city, normalizeText) !== false
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
