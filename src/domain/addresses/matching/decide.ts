// Decides between the readings of a query. The result is one location, a question with candidates, or no location.
import { METERS_A_DEGREE, straightLineMeters } from '../../geo/geo.ts'
import { directionOf } from '../words/short-forms.ts'
import { type Account, AGREEING_CITY } from './account.ts'
import type { NumberChoice } from './numbers-in.ts'
import { type Run, SAME_STREET_METERS } from './run.ts'

export type Decision =
  | { kind: 'EXACT' | 'APPROXIMATE'; best: Account }
  | { kind: 'AMBIGUOUS'; candidates: readonly Account[] }
  | { kind: 'NOT_FOUND' }

/** An account with a higher cost is not placed. */
const HIGHEST_PLACED = 0.5
/** A name that differs more is not placed. */
const HIGHEST_UNLIKE = 0.3
/** An account with a higher cost is not even a candidate. */
const HIGHEST_SHOWN = 0.8
/** Another location whose cost is higher by less than this competes with the best. */
const MARGIN = 0.19
/** The margin of a mere street over a house that city or postal code confirm. */
const STREET_MARGIN = 0.12
/** Locations within this distance are one place for a driver. */
const SAME_PLACE_METERS = 150
const HIGHEST_EXACT = 0.3
/** Maximum likely error of a location that counts as exact. */
const EXACT_METERS = 75
const MOST_CANDIDATES = 8

export function decide(accounts: readonly Account[]): Decision {
  const sorted = accounts.toSorted((a, b) => a.cost - b.cost)
  const [best] = sorted
  if (!best || best.cost > HIGHEST_SHOWN) return { kind: 'NOT_FOUND' }
  const rivals: Account[] = []
  const isNew = (one: Account): boolean => apart(one, best) && !rivals.some((rival) => !apart(rival, one))
  for (const one of sorted.slice(1)) if (competes(one, best) && isNew(one)) rivals.push(one)
  // A direction that is left out is a question if the street has several.
  if (best.lacksDirection) for (const one of sorted) if (isOtherDirection(one, best) && isNew(one)) rivals.push(one)
  if (rivals.length > 0 || isDoubtful(best))
    return { kind: 'AMBIGUOUS', candidates: [best, ...rivals].slice(0, MOST_CANDIDATES) }
  return { kind: best.spot.error <= EXACT_METERS && best.cost < HIGHEST_EXACT ? 'EXACT' : 'APPROXIMATE', best }
}

/** An estimate that the postal code contradicts is as doubtful as a long street without the number. */
const isDoubtful = ({ cost, unlike, spot, byPostcode }: Account): boolean =>
  cost > HIGHEST_PLACED ||
  unlike > HIGHEST_UNLIKE ||
  spot.how === 'UNSURE' ||
  (spot.how !== 'HOUSE' && (byPostcode === 'OTHER' || byPostcode === 'UNLISTED'))

const apart = (a: Account, b: Account): boolean => straightLineMeters(a.spot.at, b.spot.at) > SAME_PLACE_METERS

function competes(one: Account, best: Account): boolean {
  const [house, other] = [best.spot.how === 'HOUSE', one.spot.how !== 'HOUSE']
  const confirmed = (best.city !== null && best.city <= AGREEING_CITY) || best.byPostcode === 'SAME'
  const margin = house && other && confirmed ? STREET_MARGIN : MARGIN
  if (one.cost > best.cost + margin || one.cost > HIGHEST_SHOWN) return false
  // In one street, the known house takes precedence over an estimate.
  if (one.run === best.run && one.spot.how !== best.spot.how) return false
  const sameTown = one.run.town === best.run.town
  if (house && other && (isSameStreet(one, best) || (one.run.town !== '' && sameTown && one.name === best.name)))
    return false
  // "S Street" is not South Street if both exist.
  if (sameTown && best.spot.error <= EXACT_METERS && isCloser(best, one)) return false
  // "17 к1" is read as a whole.
  return !(one.run === best.run && isPartOf(one.choice, best.choice))
}

/** Returns whether the first name equals the query or has all of its words, unlike the second name. */
const isCloser = ({ match: a }: Account, { match: b }: Account): boolean =>
  (a.literal && !b.literal) || (a.missing.length === 0 && a.slips === 0 && b.missing.length > 0)

const isPartOf = (part: NumberChoice | null, whole: NumberChoice | null): boolean =>
  part !== null && whole !== null && part.at === whole.at && part.taken.length < whole.taken.length

const isSameStreet = (a: Account, b: Account): boolean => a.name === b.name && areNear(a.run, b.run, SAME_STREET_METERS)

/** Returns whether the boxes of two runs are at most this far apart. */
export function areNear({ box: a }: Pick<Run, 'box'>, { box: b }: Pick<Run, 'box'>, meters: number): boolean {
  const high = meters / METERS_A_DEGREE
  const wide = high / Math.max(0.05, Math.cos((a.south * Math.PI) / 180))
  return a.south - high <= b.north && b.south - high <= a.north && a.west - wide <= b.east && b.west - wide <= a.east
}

const isOtherDirection = (one: Account, best: Account): boolean =>
  one.lacksDirection &&
  one.name !== best.name &&
  mayHave(one.run, one.choice) &&
  one.rest < best.rest + 0.12 &&
  withoutDirection(one) === withoutDirection(best)

const withoutDirection = ({ name }: Account): string => name.words.filter((word) => !directionOf(word)).join(' ')

/** Returns whether a street can have the number. If few houses are known, it can. */
const mayHave = (run: Run, choice: NumberChoice | null): boolean =>
  run.houseCount < 4 || !choice || choice.number.main <= 20 + 1.3 * run.highestNumber
