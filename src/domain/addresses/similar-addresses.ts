// If an address is not found, or not reliably, one word of it is often wrong. Lists similar addresses to try, each with
// the part that differs, and detects texts that can't be an address.
import type { AddressFields } from './us-address.ts'
import { isDirectional } from './us-address.ts'

export const DIFFERENCES = ['POSTAL_CODE', 'QUADRANT', 'CITY', 'STATE'] as const
export type Difference = (typeof DIFFERENCES)[number]

const QUADRANTS = ['NW', 'NE', 'SW', 'SE']
const CITY_QUADRANT = /\b(?:[ns][ew]|north(?:east|west)|south(?:east|west))\b/i

/** A post office box accepts letters, but no deliveries at the door. */
export const isPoBox = (line1: string): boolean => /^\s*(?:p\.?\s*o\.?|post\s+office)\s*box\b/i.test(line1)

/** Returns the addresses to try, most likely first: those with the smallest difference. */
export function similarAddresses(address: AddressFields): { differs: Difference; address: AddressFields }[] {
  const { line1, city, region, postalCode } = address
  const variant = (differs: Difference, changes: Partial<AddressFields>) => ({
    differs,
    address: { ...address, ...changes },
  })
  return [
    ...(postalCode ? [variant('POSTAL_CODE', { postalCode: null })] : []),
    ...(hasDirection(line1)
      ? []
      : QUADRANTS.map((quadrant) => variant('QUADRANT', { line1: `${line1.trim()} ${quadrant}`, postalCode: null }))),
    ...(city && postalCode ? [variant('CITY', { city: null })] : []),
    ...(region ? [variant('STATE', { region: null, postalCode: null })] : []),
  ]
}

const hasDirection = (line1: string): boolean =>
  CITY_QUADRANT.test(line1.replaceAll('.', '')) || isDirectional(line1.trim().split(/\s+/).at(-1)?.toLowerCase() ?? '')
