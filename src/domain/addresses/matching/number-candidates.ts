// Finds the words of a query that can be the house number of a street.
import { type HouseNumber, parseHouseNumbers } from '../house-numbers.ts'
import { NUMBER_LABELS, UNIT_LABELS } from '../words/short-forms.ts'
import type { NameMatch } from './name-match.ts'
import type { QueryPostcode } from './places.ts'
import { isNumber, type QueryWord } from './query.ts'

export interface NumberCandidate {
  number: HouseNumber
  /** Positions of the words that form the number. */
  positions: readonly number[]
  /** Position of the number itself. */
  at: number
  cost: number
}

const MAX_CANDIDATES = 5
const MAX_DIGITS = 6

/** Returns the choices with the lowest cost, nearest to the street first. The last one, null, is no number. */
export function numberCandidates(
  words: readonly QueryWord[],
  match: NameMatch,
  postcodes: readonly QueryPostcode[],
): (NumberCandidate | null)[] {
  const candidates = words.flatMap((word) => candidatesAt(word, words, match, postcodes))
  // A number next to the street is the house number.
  const hasAdjacent = candidates.some(({ wordsBetween, cost }) => wordsBetween === 0 && cost < 0.2)
  const sorted = candidates
    .filter(({ isOfUnit }) => !(isOfUnit && hasAdjacent))
    .map((candidate) => ({
      ...candidate,
      cost: candidate.cost + (hasAdjacent && candidate.wordsBetween > 0 ? 0.2 : 0),
    }))
    .sort((a, b) => a.cost - b.cost)
  return [...sorted.slice(0, MAX_CANDIDATES), null]
}

interface CandidateWithDistance extends NumberCandidate {
  /** Words between the number and the street. */
  wordsBetween: number
  /** The number of a floor or a unit. */
  isOfUnit: boolean
}

function candidatesAt(
  word: QueryWord,
  words: readonly QueryWord[],
  match: NameMatch,
  postcodes: readonly QueryPostcode[],
): CandidateWithDistance[] {
  const { at, text, field } = word
  if (match.positions.has(at) || !isNumber(text) || field === 'postalCode' || field === 'region') return []
  // In "2413 1/2", the fraction is a part of the number.
  if (isFraction(word) && isNumber(words[at - 1]?.text ?? '')) return []
  if (/^\d+(?:st|nd|rd|th)$/.test(text) || text.replace(/\D/g, '').length > MAX_DIGITS) return []
  const isFree = (other: QueryWord | undefined): other is QueryWord => !!other && !match.positions.has(other.at)
  const before = words[at - 1]
  const next = words[at + 1]
  // In 135巷, the number is a lane.
  if (next && /^[巷弄]/.test(next.text) && next.part === word.part) return []
  const hasNumberLabel = isFree(before) && NUMBER_LABELS.has(before.text) && before.field === field
  const wordsBetween = Math.max(
    0,
    at < match.first ? match.first - at - 1 : at - match.last - 1 - (hasNumberLabel ? 1 : 0),
  )
  // In "2. OG", the number is a floor.
  const isFloor =
    wordsBetween > 0 && word.hasDot && next !== undefined && UNIT_LABELS.has(next.text) && next.part === word.part
  const isUnit =
    isFloor || (isFree(before) && !hasNumberLabel && UNIT_LABELS.has(before.text) && before.part === word.part)
  const isPostcode = postcodes.some((code) => code.isKnown && at >= code.from && at < code.to)
  const hasNumberBefore =
    at > match.last && words.some((one) => one.at === match.first - 1 && isNumber(one.text) && one.field === 'line1')
  const cost =
    Math.min(0.3, wordsBetween * 0.06) +
    (isPostcode ? 0.12 : 0) +
    (isUnit ? 0.25 : 0) +
    (field === 'line1' ? 0 : 0.2) +
    (hasNumberBefore ? 0.08 : 0)
  const ownPositions = hasNumberLabel ? [at, at - 1] : [at]
  const candidate = (written: string, morePositions: readonly number[], extra = 0): CandidateWithDistance[] => {
    const [number] = parseHouseNumbers(written)
    return number
      ? [
          {
            number,
            positions: [...ownPositions, ...morePositions],
            at,
            wordsBetween,
            isOfUnit: isUnit,
            cost: cost + extra,
          },
        ]
      : []
  }
  const isNumberLetter = isFree(next) && next.part === word.part && /^(?:[a-z]|bis|ter|quater)$/.test(next.text)
  const hasLetter = isNumberLetter && /^\d+$/.test(text)
  const fraction = isFree(next) && isFraction(next) ? [at + 1] : []
  return [
    ...(hasLetter ? candidate(text + next.text, [at + 1]) : []),
    ...candidate(text, fraction, hasLetter && !UNIT_LABELS.has(next.text) ? 0.02 : 0),
    ...numberWithBuilding(word, words, match, candidate),
  ]
}

const isFraction = ({ text }: QueryWord): boolean => /^[1-9]\/[2-9]$/.test(text)

/** "27А с1", "15 к 2": a number with its building. */
function numberWithBuilding(
  { at, part, text }: QueryWord,
  words: readonly QueryWord[],
  match: NameMatch,
  candidate: (written: string, morePositions: readonly number[]) => CandidateWithDistance[],
): CandidateWithDistance[] {
  // In "д. 42, корп. 1", the building is in the next part.
  const [kind, number] = words
    .slice(at + 1, at + 3)
    .filter((one, _, [first]) => one.part - part <= (first?.part === part ? 0 : 1) && !match.positions.has(one.at))
  const found = /^(?:k|korp|korpus|s|str|stroenie|c)(\d+)?$/.exec(kind?.text ?? '')
  if (!found || !kind) return []
  const building = found[1] ?? (/^\d+$/.test(number?.text ?? '') ? number?.text : undefined)
  if (building === undefined) return []
  const morePositions = found[1] ? [kind.at] : [kind.at, (number as QueryWord).at]
  return candidate(`${text}${kind.text.startsWith('k') ? 'k' : 's'}${building}`, morePositions)
}
