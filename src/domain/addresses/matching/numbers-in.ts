// Finds the words of a query that can be the house number of a street.
import { type HouseNumber, houseNumbers } from '../house-numbers.ts'
import { NUMBER_MARKS, UNIT_MARKS } from '../words/short-forms.ts'
import type { NameMatch } from './name-match.ts'
import type { Postcode } from './places.ts'
import { isNumber, type QueryWord } from './query.ts'

export interface NumberChoice {
  number: HouseNumber
  /** Positions of the words that form the number. */
  taken: readonly number[]
  /** Position of the number itself. */
  at: number
  cost: number
}

const MOST_CHOICES = 5
const MOST_DIGITS = 6

/** Returns the choices with the lowest cost, nearest to the street first. The last one, null, is no number. */
export function numbersFor(
  words: readonly QueryWord[],
  match: NameMatch,
  postcodes: readonly Postcode[],
): (NumberChoice | null)[] {
  const choices = words.flatMap((word) => choicesAt(word, words, match, postcodes))
  // A number next to the street is the house number.
  const next = choices.some(({ steps, cost }) => steps === 0 && cost < 0.2)
  const sorted = choices
    .map((choice) => ({ ...choice, cost: choice.cost + (next && choice.steps > 0 ? 0.2 : 0) }))
    .sort((a, b) => a.cost - b.cost)
  return [...sorted.slice(0, MOST_CHOICES), null]
}

interface Stepped extends NumberChoice {
  /** Words between the number and the street. */
  steps: number
}

function choicesAt(
  word: QueryWord,
  words: readonly QueryWord[],
  match: NameMatch,
  postcodes: readonly Postcode[],
): Stepped[] {
  const { at, text, field } = word
  if (match.taken.has(at) || !isNumber(text) || field === 'postalCode' || field === 'region') return []
  // In "2413 1/2", the fraction is a part of the number.
  if (isFraction(word) && isNumber(words[at - 1]?.text ?? '')) return []
  if (/^\d+(?:st|nd|rd|th)$/.test(text) || text.replace(/\D/g, '').length > MOST_DIGITS) return []
  const free = (other: QueryWord | undefined): other is QueryWord => !!other && !match.taken.has(other.at)
  const before = words[at - 1]
  const next = words[at + 1]
  // In "2. OG", the number is a floor.
  if (word.dotted && next && UNIT_MARKS.has(next.text) && next.part === word.part) return []
  const marked = free(before) && NUMBER_MARKS.has(before.text) && before.field === field
  const isUnit = free(before) && !marked && UNIT_MARKS.has(before.text) && before.part === word.part
  const steps = Math.max(0, at < match.first ? match.first - at - 1 : at - match.last - 1 - (marked ? 1 : 0))
  const isPostcode = postcodes.some((code) => code.known && at >= code.from && at < code.to)
  const numberBefore =
    at > match.last && words.some((one) => one.at === match.first - 1 && isNumber(one.text) && one.field === 'line1')
  const cost =
    Math.min(0.3, steps * 0.06) +
    (isPostcode ? 0.12 : 0) +
    (isUnit ? 0.25 : 0) +
    (field === 'line1' ? 0 : 0.2) +
    (numberBefore ? 0.08 : 0)
  const own = marked ? [at, at - 1] : [at]
  const choice = (written: string, more: readonly number[], extra = 0): Stepped[] => {
    const [number] = houseNumbers(written)
    return number ? [{ number, taken: [...own, ...more], at, steps, cost: cost + extra }] : []
  }
  const isLetter = free(next) && next.part === word.part && /^(?:[a-z]|bis|ter|quater)$/.test(next.text)
  const joined = isLetter && /^\d+$/.test(text)
  const fraction = free(next) && isFraction(next) ? [at + 1] : []
  return [
    ...(joined ? choice(text + next.text, [at + 1]) : []),
    ...choice(text, fraction, joined && !UNIT_MARKS.has(next.text) ? 0.02 : 0),
    ...buildingAfter(word, words, match, choice),
  ]
}

const isFraction = ({ text }: QueryWord): boolean => /^[1-9]\/[2-9]$/.test(text)

/** "27А с1", "15 к 2": a number with its building. */
function buildingAfter(
  { at, part, text }: QueryWord,
  words: readonly QueryWord[],
  match: NameMatch,
  choice: (written: string, more: readonly number[]) => Stepped[],
): Stepped[] {
  const [kind, number] = words.slice(at + 1, at + 3).filter((one) => one.part === part && !match.taken.has(one.at))
  const found = /^(?:k|korp|korpus|s|str|stroenie|c)(\d+)?$/.exec(kind?.text ?? '')
  if (!found || !kind) return []
  const building = found[1] ?? (/^\d+$/.test(number?.text ?? '') ? number?.text : undefined)
  if (building === undefined) return []
  const more = found[1] ? [kind.at] : [kind.at, (number as QueryWord).at]
  return choice(`${text}${kind.text.startsWith('k') ? 'k' : 's'}${building}`, more)
}
