// Looks up an address in the index: finds names that share words with it, their streets and houses, and accounts for
// each. The rules are in domain/addresses/matching. This file reads the data for the rules.
import { accountFor } from '../../../domain/addresses/matching/account.ts'
import { decide, type Decision } from '../../../domain/addresses/matching/decide.ts'
import { joinedFrom, matchesOf, type Name, type NameMatch } from '../../../domain/addresses/matching/name-match.ts'
import { type NumberChoice, numbersFor } from '../../../domain/addresses/matching/numbers-in.ts'
import { isKnownIn, placeNumber } from '../../../domain/addresses/matching/place-number.ts'
import {
  placesNamed,
  placesToLookUp,
  postcodesIn,
  postcodesToLookUp,
} from '../../../domain/addresses/matching/places.ts'
import type { Query } from '../../../domain/addresses/matching/query.ts'
import type { Known, Reading } from '../../../domain/addresses/matching/reading.ts'
import type { Surroundings } from '../../../domain/addresses/matching/run.ts'
import { cellsBeside, surroundingCell } from '../../../domain/addresses/matching/surrounding-cell.ts'
import { type Vocabulary, vocabularyOf, wordsToLookUp } from '../../../domain/addresses/matching/vocabulary.ts'
import { US_STATES } from '../../../domain/addresses/us-address.ts'
import { countryKeys } from '../../../domain/addresses/words/countries.ts'
import type { Point } from '../../../domain/orders/order.ts'
import {
  indexSize,
  namesWith,
  placesLike,
  postcodesLike,
  runsNamed,
  surroundingsOf,
  type WeighedWord,
  wordsLike,
  wordsWithPieces,
} from '../../../store/addresses/address-lookups.ts'
import type { SystemTx } from '../../../store/database.ts'
import { readAbreast, readStreets, type Street } from './street-runs.ts'

/** A name whose match costs more than the best by this much is not considered. */
const COST_RANGE = 0.45
/** Houses on parallel streets are read for names within this range. */
const LIKELY_RANGE = 0.15
const MOST_NAMES = 40

export async function lookUp(tx: SystemTx, query: Query): Promise<Decision> {
  if (query.words.length === 0) return { kind: 'NOT_FOUND' }
  const known = await readKnown(tx, query)
  const named = await namesFor(tx, query, known.vocabulary)
  const readings = await readingsOf(tx, named, known)
  const around = await readSurroundings(tx, readings)
  return decide(readings.map((reading) => accountFor(reading, around(reading.spot.at), known)))
}

async function readKnown(tx: SystemTx, query: Query): Promise<Known> {
  const size = await indexSize(tx)
  const vocabulary = await readVocabulary(tx, query, size.names)
  const wanted = placesToLookUp(query)
  const places = await placesLike(tx, wanted.keys, wanted.signatures)
  const postcodes = await postcodesLike(tx, postcodesToLookUp(query))
  return {
    query,
    vocabulary,
    places: placesNamed(query, places, countryKeys()),
    postcodes: postcodesIn(query, postcodes),
    placesAt: (key) => places.get(key)?.at ?? [],
    postcodesAt: (key) => postcodes.get(key) ?? [],
    states: new Set(size.states),
    anyPlaces: size.anyPlaces,
  }
}

async function readVocabulary(tx: SystemTx, query: Query, names: number): Promise<Vocabulary> {
  const wanted = wordsToLookUp(query)
  const words = await wordsLike(tx, wanted)
  const vocabulary = vocabularyOf(query, words, names)
  const unknown = wanted.pieces.filter((_, i) => vocabulary.like[wanted.piecesAt[i] as number]?.size === 0)
  return unknown.length === 0
    ? vocabulary
    : vocabularyOf(query, [...words, ...(await wordsWithPieces(tx, unknown))], names)
}

interface Named {
  name: Name
  match: NameMatch
}

async function namesFor(tx: SystemTx, query: Query, vocabulary: Vocabulary): Promise<Named[]> {
  const weighed = vocabulary.like.flatMap((like, slot) =>
    [...like].map(
      ([word, quality]): WeighedWord => ({ word, slot, weight: quality * (vocabulary.rarities([word])[0] as number) }),
    ),
  )
  const joined = query.words.flatMap(({ at }) => Array.from(joinedFrom(query.words, at), ({ text }) => text))
  const names = await namesWith(tx, weighed, [...new Set(joined)])
  const matches = names.flatMap((name) => matchesOf(name, query, vocabulary).map((match) => ({ name, match })))
  const sorted = matches.sort((a, b) => a.match.cost - b.match.cost)
  const best = sorted[0]?.match.cost ?? 0
  return sorted.filter(({ match }) => match.cost <= best + COST_RANGE).slice(0, MOST_NAMES)
}

async function readingsOf(tx: SystemTx, named: readonly Named[], known: Known): Promise<Reading[]> {
  if (named.length === 0) return []
  const { words } = known.query
  const places = [...known.places.flatMap(({ keys }) => [...keys.keys()]), ...known.postcodes.map(({ key }) => key)]
  const nameIds = [...new Set(named.map(({ name }) => name.nameId))]
  const stored = await runsNamed(tx, nameIds, places)
  const read = named.map((one) => ({ ...one, choices: numbersFor(words, one.match, known.postcodes) }))
  const byName = Map.groupBy(read, ({ name }) => name.nameId)
  const numbers = new Map(
    [...byName].map(([nameId, of]) => [
      nameId,
      of.flatMap(({ choices }) => choices.flatMap((choice) => choice?.number ?? [])),
    ]),
  )
  const streets = await readStreets(tx, stored, numbers)
  const all = read.flatMap(({ name, match, choices }) =>
    (streets.get(name.nameId) ?? []).flatMap((street) => choices.map((choice) => ({ name, match, street, choice }))),
  )
  const byBlocks = US_STATES.some((state) => known.states.has(state))
  // The names are sorted by cost.
  const likely = (named[0]?.match.cost ?? 0) + LIKELY_RANGE
  const abreast = await readAbreast(
    tx,
    all.flatMap(({ match, street, choice }) =>
      choice && byBlocks && match.cost <= likely && !isKnownIn(street.run, choice.number)
        ? [{ street, number: choice.number.main }]
        : [],
    ),
  )
  return all.flatMap(({ name, match, street, choice }) =>
    placeNumber(street.run, choice?.number ?? null, abreast.get(idOf(street, choice))).map((spot) => ({
      name,
      match,
      choice,
      run: street.run,
      spot,
    })),
  )
}

const idOf = ({ run }: Street, choice: NumberChoice | null): string => `${run.id} ${choice?.number.main ?? ''}`

const NOTHING: Surroundings = { inside: new Set(), near: new Map(), postcodes: new Set(), states: new Set() }

/** Returns a function that returns the surroundings of a location. An estimated location can be in a cell without houses. */
async function readSurroundings(tx: SystemTx, readings: readonly Reading[]): Promise<(at: Point) => Surroundings> {
  const cells = new Set(
    readings.flatMap(({ spot }) => {
      const cell = surroundingCell(spot.at)
      return spot.how === 'HOUSE' ? [cell] : cellsBeside(cell, 1)
    }),
  )
  const found = await surroundingsOf(tx, [...cells])
  return (at) => {
    const near = cellsBeside(surroundingCell(at), 1).find((cell) => found.has(cell))
    return near === undefined ? NOTHING : (found.get(near) as Surroundings)
  }
}
