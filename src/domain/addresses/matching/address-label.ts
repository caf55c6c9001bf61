// Writes an address for people, in the order of street and number that they used.
import { blockLabel } from '../whole-block.ts'
import type { ScoredReading } from './score-reading.ts'

type LabeledReading = Pick<ScoredReading, 'name' | 'match' | 'numberCandidate' | 'street' | 'location' | 'usState'>

/** An address in fields. Unknown parts are empty. */
export interface AddressParts {
  line1: string
  city: string
  region: string
  postalCode: string
}

/** Returns "10 Elm Street, Ashford, OH 44001" or "Im Rietacker 6, 9494 Schaan". */
export const addressLabel = (reading: LabeledReading): string => labelOf(addressParts(reading))

export function labelOf({ line1, city, region, postalCode }: AddressParts): string {
  const town = region ? [city, `${region} ${postalCode}`.trim()] : [[postalCode, city].filter(Boolean).join(' ')]
  return [line1, ...town].filter(Boolean).join(', ')
}

export function addressParts({
  name,
  match,
  numberCandidate,
  street,
  location,
  usState,
}: LabeledReading): AddressParts {
  const raw = numberCandidate?.number.raw ?? ''
  const number = blockLabel(raw) ?? raw
  const numberFirst = numberCandidate !== null && numberCandidate.at < match.first
  const area = location.house?.area
  return {
    line1: [numberFirst ? number : '', name.text, numberFirst ? '' : number].filter(Boolean).join(' '),
    city: area?.cityText || titleCase(street.town),
    region: area?.stateText || usState?.toUpperCase() || '',
    postalCode: area?.postcodeText ?? '',
  }
}

const titleCase = (text: string): string => text.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
