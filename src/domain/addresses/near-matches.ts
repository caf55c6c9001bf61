// An address that was not found, or not surely, is often one word away from the right one. These are the addresses to try, each
// with what it has that was not written, and what no address can be.
import type { AddressText } from './us-address.ts'
import { isDirectional } from './us-address.ts'

export const DIFFERENCES = ['POSTAL_CODE', 'QUADRANT', 'CITY', 'STATE'] as const
export type Difference = (typeof DIFFERENCES)[number]

const QUADRANTS = ['NW', 'NE', 'SW', 'SE']
const CITY_QUADRANT = /\b(?:[ns][ew]|north(?:east|west)|south(?:east|west))\b/i

/** A box at a post office takes letters, not deliveries at the door. */
export const isPoBox = (line1: string): boolean => /^\s*(?:p\.?\s*o\.?|post\s+office)\s*box\b/i.test(line1)

/** From the likeliest on: first what differs least. */
export function nearMatches(address: AddressText): { differs: Difference; address: AddressText }[] {
  const { line1, city, region, postalCode } = address
  const without = (differs: Difference, members: Partial<AddressText>) => ({
    differs,
    address: { ...address, ...members },
  })
  return [
    ...(postalCode ? [without('POSTAL_CODE', { postalCode: null })] : []),
    ...(hasDirection(line1)
      ? []
      : QUADRANTS.map((quadrant) => without('QUADRANT', { line1: `${line1.trim()} ${quadrant}`, postalCode: null }))),
    ...(city && postalCode ? [without('CITY', { city: null })] : []),
    ...(region ? [without('STATE', { region: null, postalCode: null })] : []),
  ]
}

const hasDirection = (line1: string): boolean =>
  CITY_QUADRANT.test(line1.replaceAll('.', '')) || isDirectional(line1.trim().split(/\s+/).at(-1)?.toLowerCase() ?? '')
