// Checks whether a found location is in the requested city, state and postal code.
import type { Address } from '../orders/order.ts'
import { editDistance } from './edit-distance.ts'
import { plain, plainPostalCode, plainRegion, splitAddress } from './us-address.ts'

export interface Area {
  city?: string | undefined
  region?: string | undefined
  postalCode?: string | undefined
}

/**
 * Returns false if the location is in another area than requested. A part that either side omits is
 * ignored. A city is ignored if the postal codes are equal, because postal and municipal names often differ.
 */
export function inArea(asked: Address | string, found: Area): boolean {
  // The city of a one-line address is a guess. Its state and postal code are reliable, because they are at the end.
  const { city, region, postalCode } = typeof asked === 'string' ? { ...splitAddress(asked), city: null } : asked
  const samePostalCode = same(postalCode, found.postalCode, plainPostalCode)
  if (samePostalCode === false || same(region, found.region, plainRegion) === false) return false
  return samePostalCode === true || same(city, found.city, plain) !== false
}

/** Returns null if either side is empty. */
function same(asked: string | null, found: string | undefined, spelt: (text: string) => string): boolean | null {
  const a = spelt(asked ?? '')
  const b = spelt(found ?? '')
  if (a === '' || b === '') return null
  return a === b || (spelt === plain && (editDistance(a, b) <= 1 || a.includes(b) || b.includes(a)))
}
