// Writes an address for people, in the order of street and number that they used.
import { blockLabel } from '../whole-block.ts'
import type { Account } from './account.ts'

/** Returns "10 Elm Street, Ashford, OH 44001" or "Im Rietacker 6, 9494 Schaan". */
export function labelOf({
  name,
  match,
  choice,
  run,
  spot,
}: Pick<Account, 'name' | 'match' | 'choice' | 'run' | 'spot'>): string {
  const raw = choice?.number.raw ?? ''
  const number = blockLabel(raw) ?? raw
  const numberFirst = choice !== null && choice.at < match.first
  const street = [numberFirst ? number : '', name.text, numberFirst ? '' : number].filter(Boolean).join(' ')
  const area = spot.house?.area
  const city = area?.cityText || titled(run.town)
  const town = area?.stateText
    ? [city, `${area.stateText} ${area.postcodeText}`.trim()]
    : [[area?.postcodeText, city].filter(Boolean).join(' ')]
  return [street, ...town].filter(Boolean).join(', ')
}

const titled = (text: string): string => text.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
