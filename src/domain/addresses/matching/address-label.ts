// Writes an address for people, in the order of street and number that they used.
import { blockLabel } from '../whole-block.ts'
import type { ScoredReading } from './score-reading.ts'

/** Returns "10 Elm Street, Ashford, OH 44001" or "Im Rietacker 6, 9494 Schaan". */
export function addressLabel({
  name,
  match,
  numberCandidate,
  street,
  location,
}: Pick<ScoredReading, 'name' | 'match' | 'numberCandidate' | 'street' | 'location'>): string {
  const raw = numberCandidate?.number.raw ?? ''
  const number = blockLabel(raw) ?? raw
  const numberFirst = numberCandidate !== null && numberCandidate.at < match.first
  const streetText = [numberFirst ? number : '', name.text, numberFirst ? '' : number].filter(Boolean).join(' ')
  const area = location.house?.area
  const city = area?.cityText || titleCase(street.town)
  const town = area?.stateText
    ? [city, `${area.stateText} ${area.postcodeText}`.trim()]
    : [[area?.postcodeText, city].filter(Boolean).join(' ')]
  return [streetText, ...town].filter(Boolean).join(', ')
}

const titleCase = (text: string): string => text.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
