// Whether a place found is in the city, state and postal code that were asked for.
import type { Address } from '../orders/order.ts'
import { editDistance } from './edit-distance.ts'
import { plain, plainPostalCode, plainRegion, splitAddress } from './us-address.ts'

export interface Area {
  city?: string | undefined
  region?: string | undefined
  postalCode?: string | undefined
}

/**
 * False when the place lies elsewhere than asked. What either side leaves out is no contradiction, nor is another
 * city with the same postal code: the post and the town hall often name one place differently.
 */
export function inArea(asked: Address | string, found: Area): boolean {
  // The city of an address in one line is a guess; its state and postal code stand at the end.
  const { city, region, postalCode } = typeof asked === 'string' ? { ...splitAddress(asked), city: null } : asked
  const samePostalCode = same(postalCode, found.postalCode, plainPostalCode)
  if (samePostalCode === false || same(region, found.region, plainRegion) === false) return false
  return samePostalCode === true || same(city, found.city, plain) !== false
}

/** Null when either side is silent. */
function same(asked: string | null, found: string | undefined, spelt: (text: string) => string): boolean | null {
  const a = spelt(asked ?? '')
  const b = spelt(found ?? '')
  if (a === '' || b === '') return null
  return a === b || (spelt === plain && (editDistance(a, b) <= 1 || a.includes(b) || b.includes(a)))
}
