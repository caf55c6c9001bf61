// Accounts for every word of a query with one location: street, number, postal code, places, and the rest. A lower cost is
// better.
import { straightLineMeters } from '../../geo/geo.ts'
import type { Point } from '../../orders/order.ts'
import { plainRegion, US_STATES } from '../us-address.ts'
import { directionOf } from '../words/short-forms.ts'
import { leftOver } from './left-over.ts'
import type { Name, NameMatch } from './name-match.ts'
import type { Spot } from './place-number.ts'
import type { NamedPlace, Postcode } from './places.ts'
import { isNumber, type QueryWord } from './query.ts'
import type { Known, Reading } from './reading.ts'
import type { Run, Surroundings } from './run.ts'

export interface Account extends Reading {
  cost: number
  /** The cost without that of the spot. */
  rest: number
  /** How much the name differs from the one in the query. */
  unlike: number
  /** A direction of the name is not in the query. */
  lacksDirection: boolean
  /** Mismatch of the city; null if the query has none. */
  city: number | null
  byPostcode: PostcodeAgreement | null
}

/** UNLISTED: no address has the postal code of the query, and those nearby have similar ones. */
export type PostcodeAgreement = 'SAME' | 'NEAR' | 'UNKNOWN' | 'UNLISTED' | 'OTHER'

const POSTCODE_COSTS: Record<PostcodeAgreement, number> = {
  SAME: 0,
  NEAR: 0.04,
  UNKNOWN: 0.08,
  UNLISTED: 0.08,
  OTHER: 0.22,
}
/** A city that costs up to this agrees. */
export const AGREEING_CITY = 0.1

export function accountFor(reading: Reading, around: Surroundings, known: Known): Account {
  const { name, match, choice, run, spot } = reading
  const { words } = known.query
  const direction = directionCost(name, match, words)
  const used = new Set([...match.taken, ...(choice ? choice.taken : []), ...direction.taken])
  const base =
    match.cost +
    direction.cost +
    (words[match.first]?.field !== 'line1' && !run.isPlace ? 0.3 : 0) +
    (run.isPlace ? 0.1 : 0) +
    (choice ? choice.cost : isNumberUnused(words, used) ? 0.3 : 0)

  const postcode = postcodeOf(known.postcodes, words, used)
  if (postcode) for (const at of positions(postcode)) used.add(at)
  const here = contextOf(run, spot, around)
  const byPostcode = postcode ? postcodeAgreement(postcode, here, spot, known) : null

  const { covered, city } = placesCovered(known, used, here, spot)
  const cityCost =
    city === null ? 0 : city >= 0.3 && byPostcode === 'SAME' && spot.how === 'HOUSE' ? Math.min(city, 0.2) : city
  const left = leftOver(known, reading, covered, {
    postcode: byPostcode === 'SAME',
    city: city !== null && city <= AGREEING_CITY,
  })
  const unlike = match.cost + direction.beside + left.beside
  const cost =
    base +
    spot.cost +
    (byPostcode ? POSTCODE_COSTS[byPostcode] : 0) +
    cityCost +
    left.cost +
    (run.isPlace && left.words > 0 ? 0.4 : 0)
  return {
    ...reading,
    cost: cost + doubtCost(unlike, match.slips, spot, byPostcode) + stateCost(known, match, around),
    rest: cost - spot.cost,
    unlike,
    lacksDirection: match.missing.some((word) => directionOf(word) !== null),
    city,
    byPostcode,
  }
}

/** Two of these are a guess on a guess: another name, only an estimate of the house, another postal code. */
const doubtCost = (unlike: number, slips: number, { how }: Spot, byPostcode: PostcodeAgreement | null): number => {
  const doubts = [unlike - slips > 0.08 || slips > 0.25, how !== 'HOUSE', byPostcode === 'OTHER'].filter(Boolean).length
  return doubts > 1 ? 0.2 : 0
}

export const positions = ({ from, to }: { from: number; to: number }): number[] =>
  Array.from({ length: to - from }, (_, i) => from + i)

/** "N" for "S" is another street. A direction that the name lacks costs less. */
function directionCost(name: Name, match: NameMatch, words: readonly QueryWord[]) {
  const written = [match.first - 1, match.last + 1].flatMap((at) => {
    const word = words[at]
    const direction = word && word.field === 'line1' && !match.taken.has(at) ? directionOf(word.text) : null
    return direction ? [{ direction, at }] : []
  })[0]
  if (!written) return { cost: 0, beside: 0, taken: [] }
  const own = name.words.flatMap((word) => directionOf(word) ?? [])
  if (match.missing.some((word) => directionOf(word))) return { cost: 0.5, beside: 0, taken: [written.at] }
  if (own.length === 0) return { cost: 0.15, beside: 0.15, taken: [written.at] }
  return { cost: own.includes(written.direction) ? 0 : 0.3, beside: 0, taken: [] }
}

const isNumberUnused = (words: readonly QueryWord[], used: ReadonlySet<number>): boolean =>
  words.some(({ at, field, text }) => field === 'line1' && isNumber(text) && !used.has(at) && text.length < 5)

/** Returns the postal code of the query, preferably that of the field for it. */
function postcodeOf(
  postcodes: readonly Postcode[],
  words: readonly QueryWord[],
  used: ReadonlySet<number>,
): Postcode | undefined {
  const inField = ({ from }: Postcode) => Number(words[from]?.field === 'postalCode')
  return postcodes
    .filter((postcode) => !positions(postcode).some((at) => used.has(at)))
    .sort((a, b) => inField(b) - inField(a) || Number(b.known) - Number(a.known) || b.to - b.from - (a.to - a.from))[0]
}

interface Here extends Surroundings {
  /** Town of the run, and the places in the address of the house. */
  own: readonly string[]
  /** Postal code of the house; empty if unknown. */
  postcode: string
  roadPostcodes: ReadonlySet<string>
}

function contextOf(run: Run, { how, house }: Spot, around: Surroundings): Here {
  const area = how === 'HOUSE' && house ? house.area : null
  const own = [run.town, ...(area?.keys ?? [])].filter((key) => key !== '')
  return { ...around, own, postcode: area?.postcode ?? '', roadPostcodes: run.postcodes }
}

function postcodeAgreement(
  { key, known }: Postcode,
  here: Here,
  spot: Spot,
  { postcodesAt }: Known,
): PostcodeAgreement {
  const same = (other: string): boolean =>
    other === key || (other.length >= 4 && key.startsWith(other)) || (key.length >= 4 && other.startsWith(key))
  if (here.postcode) {
    if (same(here.postcode)) return 'SAME'
    if ([...here.postcodes].some(same)) return 'NEAR'
  } else if ([...here.postcodes, ...here.roadPostcodes].some(same)) return 'SAME'
  if (known) return nearestMeters(postcodesAt(key), spot.at) < 1_500 ? 'NEAR' : 'OTHER'
  const other = here.postcode || [...here.postcodes][0]
  if (!other) return 'UNKNOWN'
  return key.slice(0, 2) === other.slice(0, 2) ? 'UNLISTED' : 'OTHER'
}

const nearestMeters = (points: readonly Point[], at: Point): number =>
  points.reduce((least, point) => Math.min(least, straightLineMeters(point, at)), Infinity)

/** Covers words by the places they name, longest first, and those that agree before the others. */
function placesCovered(
  known: Known,
  used: ReadonlySet<number>,
  here: Here,
  spot: Spot,
): { covered: Set<number>; city: number | null } {
  const judged = known.places
    .filter((place) => !positions(place).some((at) => used.has(at)))
    .map((place) => ({ ...place, ...judgePlace(place, here, spot, known) }))
    .sort((a, b) => b.to - b.from - (a.to - a.from) || a.cost - b.cost)
  const covered = new Set(used)
  let city: number | null = null
  for (const agrees of [true, false])
    for (const place of judged) {
      if (place.cost <= AGREEING_CITY !== agrees || positions(place).some((at) => covered.has(at))) continue
      for (const at of positions(place)) covered.add(at)
      if (!place.asRegion && (city === null || place.cost < city)) city = place.cost
    }
  return { covered, city }
}

/** Returns the mismatch of a place's name and a location. */
function judgePlace(place: NamedPlace, here: Here, spot: Spot, known: Known): { cost: number; asRegion: boolean } {
  // A region with a known boundary must contain the location. Only the name of other regions is known.
  if (place.isRegion && place.isShaped && here.inside.has(place.text)) return { cost: 0, asRegion: false }
  const nameOnly = place.isRegion && place.keys.size === 0
  let best = nameOnly && !place.isShaped ? { cost: 0, asRegion: true } : { cost: nameOnly ? 0.4 : 1, asRegion: false }
  for (const [key, quality] of place.keys) {
    const cost = 0.6 * (1 - quality) + keyCost(key, here, spot, known)
    if (cost < best.cost) best = { cost, asRegion: false }
  }
  return best
}

function keyCost(key: string, here: Here, spot: Spot, known: Known): number {
  if (here.own.some((own) => own === key || own.startsWith(`${key} `) || key.startsWith(`${own} `))) return 0
  if (here.inside.has(key)) return 0.01
  const near = here.near.get(key)
  if (near !== undefined) return near
  const meters = nearestMeters(known.placesAt(key), spot.at)
  const isBare = here.own.length + here.inside.size + here.near.size === 0
  if (isBare && meters < 15_000) return 0.08
  return meters < 3_000 ? 0.25 : meters < 8_000 ? 0.35 : 0.6
}

/** A state of the query that no address around has. A state in its own field is never another part of the address. */
function stateCost({ query, states }: Known, match: NameMatch, around: Surroundings): number {
  if (around.states.size === 0) return 0
  const { words } = query
  const field = plainRegion(
    words
      .filter((word) => word.field === 'region')
      .map(({ text }) => text)
      .join(' '),
  )
  if (field !== '') return (states.has(field) || US_STATES.includes(field)) && !around.states.has(field) ? 0.55 : 0
  const part = words[match.first]?.part
  const state = words.filter((word) => word.part !== part && states.has(word.text)).at(-1)?.text
  return state && !around.states.has(state) ? 0.3 : 0
}
