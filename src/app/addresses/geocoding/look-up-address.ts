// Looks up an address in the index: finds names that share words with it, then their streets and houses, and scores
// each reading. The rules are in domain/addresses/matching. This file reads the data for the rules.
import type { ParallelHouse } from '../../../domain/addresses/estimate-on-street.ts'
import { type ScoredReading, scoreReading } from '../../../domain/addresses/matching/score-reading.ts'
import { decideMatch, type MatchDecision, undecidedEstimates } from '../../../domain/addresses/matching/decide-match.ts'
import { joinWords, matchName, type StreetName, type NameMatch } from '../../../domain/addresses/matching/name-match.ts'
import { type NumberCandidate, numberCandidates } from '../../../domain/addresses/matching/number-candidates.ts'
import { locateNumber } from '../../../domain/addresses/matching/locate-number.ts'
import {
  placesInQuery,
  placesToLookUp,
  postcodesIn,
  postcodesToLookUp,
  wordSpans,
} from '../../../domain/addresses/matching/places.ts'
import type { AddressQuery } from '../../../domain/addresses/matching/query.ts'
import type { QueryContext, QueryReading } from '../../../domain/addresses/matching/query-reading.ts'
import type { LocationSurroundings, TownStreet } from '../../../domain/addresses/matching/town-street.ts'
import {
  bestSuggestions,
  type Suggestion,
  typedQueries,
  type TypedReadings,
} from '../../../domain/addresses/matching/suggest.ts'
import { cellsWithin, surroundingCell } from '../../../domain/addresses/matching/surrounding-cell.ts'
import { type Vocabulary, buildVocabulary, wordsToLookUp } from '../../../domain/addresses/matching/vocabulary.ts'
import { US_STATES } from '../../../domain/addresses/us-address.ts'
import { countryNameKeys } from '../../../domain/addresses/words/countries.ts'
import { mapInTurns } from '../../../domain/next-turn.ts'
import type { Point } from '../../../domain/orders/order.ts'
import {
  openIndex,
  findStreetNames,
  findPlaces,
  findPostcodes,
  findStreets,
  readLocationSurroundings,
  type WeightedWord,
  findSimilarWords,
  findWordsByAffixes,
} from '../../../store/addresses/address-lookups.ts'
import type { SystemTx } from '../../../store/database.ts'
import { readParallelHouses, readStreets, type MergedStreet } from './merge-streets.ts'

/** A name whose match costs more than the best by this much is not considered. */
const MAX_COST_DIFFERENCE = 0.45
const MAX_NAMES = 40
/** Numbers that are searched, on all streets together. An address rarely has more than three. */
const MAX_NUMBERS = 8
/** Maximum number of ways to combine a name, a street and a number. */
const MAX_COMBINATIONS = 1_000
/** Maximum number of readings that are scored. */
const MAX_READINGS = 300
/** A street in a place of the query is preferred to another street unless its words cost this much more. */
const IN_PLACES_ADVANTAGE = 0.35

export async function lookUpAddress(tx: SystemTx, query: AddressQuery): Promise<MatchDecision> {
  const found = await findReadings(tx, query)
  return decideMatch(found ? await refineEstimates(tx, found) : [])
}

/** Returns addresses that begin with the typed text. Addresses in the towns of the depots come before equal ones. */
export async function suggestAddresses(tx: SystemTx, typed: string, depots: readonly Point[]): Promise<Suggestion[]> {
  const queries = typedQueries(typed)
  if (queries.length === 0) return []
  const towns = await townsAt(tx, depots)
  const all: TypedReadings[] = []
  for (const { query, fragment } of queries) {
    const found = await findReadings(tx, query, towns)
    if (found) all.push({ ...found, fragment })
  }
  return bestSuggestions(typed, all, depots)
}

async function townsAt(tx: SystemTx, points: readonly Point[]): Promise<string[]> {
  const surroundings = await readLocationSurroundings(tx, points.map(surroundingCell))
  return [...new Set([...surroundings.values()].flatMap(({ inside }) => [...inside]))]
}

interface FoundReadings {
  readings: ScoredReading[]
  queryContext: QueryContext
  /** The parts of the street of each reading. */
  streets: ReadonlyMap<TownStreet, MergedStreet>
}

/** Returns the scored readings, or null if there are none. Streets in `preferredTowns` are read before others. */
async function findReadings(
  tx: SystemTx,
  query: AddressQuery,
  preferredTowns: readonly string[] = [],
): Promise<FoundReadings | null> {
  if (query.words.length === 0) return null
  const queryContext = await readQueryContext(tx, query)
  const nameMatches = await findNameMatches(tx, query, queryContext.vocabulary)
  if (nameMatches.length === 0) return null
  const combinations = await findCombinations(tx, nameMatches, queryContext, preferredTowns)
  return {
    readings: await scoreReadings(tx, await locateNumbers(combinations), queryContext),
    queryContext,
    streets: new Map(combinations.map(({ street }) => [street.merged, street])),
  }
}

async function scoreReadings(
  tx: SystemTx,
  readings: readonly QueryReading[],
  queryContext: QueryContext,
): Promise<ScoredReading[]> {
  const surroundingsAt = await readSurroundings(tx, readings)
  return mapInTurns(readings, (reading) => scoreReading(reading, surroundingsAt(reading.location.at), queryContext))
}

/** Estimates numbers again with the houses of parallel streets, if that can change the decision. */
async function refineEstimates(
  tx: SystemTx,
  { readings, queryContext, streets }: FoundReadings,
): Promise<ScoredReading[]> {
  if (!US_STATES.some((state) => queryContext.states.has(state))) return readings
  const undecided = undecidedEstimates(readings)
  const parallelHouses = await readParallelHouses(
    tx,
    undecided.flatMap(({ street, numberCandidate }) => {
      const merged = streets.get(street)
      return merged && numberCandidate ? [{ street: merged, number: numberCandidate.number.main }] : []
    }),
  )
  const housesFor = ({ street, numberCandidate }: QueryReading) =>
    parallelHouses.get(`${street.id} ${numberCandidate?.number.main}`)
  const refined = new Map(
    undecided.flatMap((reading) => {
      const houses = housesFor(reading)
      return houses ? [[reading, locateAgain(reading, houses)] as const] : []
    }),
  )
  const others = readings.filter((reading) => !refined.has(reading))
  return [...others, ...(await scoreReadings(tx, [...refined.values()].flat(), queryContext))]
}

const locateAgain = (
  { name, match, street, numberCandidate }: QueryReading,
  parallelHouses: readonly ParallelHouse[],
): QueryReading[] =>
  locateNumber(street, numberCandidate?.number ?? null, parallelHouses).map((location) => ({
    name,
    match,
    street,
    numberCandidate,
    location,
  }))

async function readQueryContext(tx: SystemTx, query: AddressQuery): Promise<QueryContext> {
  const size = await openIndex(tx)
  const vocabulary = await readVocabulary(tx, query, size.names)
  const spans = wordSpans(query)
  const lookup = placesToLookUp(spans)
  const places = await findPlaces(tx, lookup.keys, lookup.signatures)
  const postcodes = await findPostcodes(tx, postcodesToLookUp(query))
  return {
    query,
    vocabulary,
    places: placesInQuery(spans, places, countryNameKeys()),
    postcodes: postcodesIn(query, postcodes),
    placeLocations: (key) => places.get(key)?.at ?? [],
    postcodeLocations: (key) => postcodes.get(key) ?? [],
    states: new Set(size.states),
    hasPlaces: size.hasPlaces,
  }
}

async function readVocabulary(tx: SystemTx, query: AddressQuery, names: number): Promise<Vocabulary> {
  const lookup = wordsToLookUp(query)
  const words = await findSimilarWords(tx, lookup)
  const vocabulary = buildVocabulary(query, words, names)
  const unknown = lookup.affixes.filter(
    (_, i) => vocabulary.similarWords[lookup.affixPositions[i] as number]?.size === 0,
  )
  return unknown.length === 0
    ? vocabulary
    : buildVocabulary(query, [...words, ...(await findWordsByAffixes(tx, unknown))], names)
}

interface MatchedName {
  name: StreetName
  match: NameMatch
}

async function findNameMatches(tx: SystemTx, query: AddressQuery, vocabulary: Vocabulary): Promise<MatchedName[]> {
  // A repeated word has the same similar words, and counts once.
  const weightedWords = [...new Set(vocabulary.similarWords)].flatMap((similar, queryPosition) =>
    [...similar].map(
      ([word, quality]): WeightedWord => ({
        word,
        queryPosition,
        weight: quality * (vocabulary.rarities([word])[0] as number),
      }),
    ),
  )
  const joined = joinWords(query.words)
  const names = await findStreetNames(tx, weightedWords, [...joined.keys()])
  const matches = await mapInTurns(names, (name) =>
    matchName(name, query, vocabulary, joined).map((match) => ({ name, match })),
  )
  const sorted = matches.flat().sort((a, b) => a.match.cost - b.match.cost)
  const best = sorted[0]?.match.cost ?? 0
  return sorted.filter(({ match }) => match.cost <= best + MAX_COST_DIFFERENCE).slice(0, MAX_NAMES)
}

interface Combination extends MatchedName {
  street: MergedStreet
  numberCandidate: NumberCandidate | null
}

async function findCombinations(
  tx: SystemTx,
  nameMatches: readonly MatchedName[],
  queryContext: QueryContext,
  preferredTowns: readonly string[],
): Promise<Combination[]> {
  const { words } = queryContext.query
  const places = [
    ...queryContext.places.flatMap(({ keys }) => [...keys.keys()]),
    ...queryContext.postcodes.map(({ key }) => key),
    ...preferredTowns,
  ]
  const nameIds = [...new Set(nameMatches.map(({ name }) => name.nameId))]
  const storedStreets = await findStreets(tx, nameIds, places)
  const matchesWithNumbers = withFewNumbers(
    await mapInTurns(nameMatches, (one) => ({
      ...one,
      numberCandidates: numberCandidates(words, one.match, queryContext.postcodes),
    })),
  )
  const byName = Map.groupBy(matchesWithNumbers, ({ name }) => name.nameId)
  const numbers = new Map(
    [...byName].map(([nameId, group]) => [
      nameId,
      group.flatMap(({ numberCandidates }) =>
        numberCandidates.flatMap((numberCandidate) => numberCandidate?.number ?? []),
      ),
    ]),
  )
  const streets = await readStreets(tx, storedStreets, numbers)
  return matchesWithNumbers
    .flatMap(({ name, match, numberCandidates }) =>
      (streets.get(name.nameId) ?? []).flatMap((street) =>
        numberCandidates.map((numberCandidate) => ({ name, match, street, numberCandidate })),
      ),
    )
    .sort((a, b) => likelyCost(a) - likelyCost(b))
    .slice(0, MAX_COMBINATIONS)
}

async function locateNumbers(combinations: readonly Combination[]): Promise<QueryReading[]> {
  const located = await mapInTurns(combinations, ({ name, match, street, numberCandidate }) =>
    locateNumber(street.merged, numberCandidate?.number ?? null).map((location) => ({
      reading: { name, match, numberCandidate, street: street.merged, location },
      cost: likelyCost({ match, numberCandidate, street }) + location.cost,
    })),
  )
  return located
    .flat()
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_READINGS)
    .map(({ reading }) => reading)
}

/** Returns the cost of a reading as far as it is known without its surroundings. */
const likelyCost = ({
  street,
  ...reading
}: Pick<QueryReading, 'match' | 'numberCandidate'> & { street: MergedStreet }): number =>
  costOfWords(reading) - (isInPlaces(street) ? IN_PLACES_ADVANTAGE : 0)

const isInPlaces = ({ parts }: MergedStreet): boolean => parts.some((part) => part.isInPlaces)

type MatchWithNumbers = MatchedName & { numberCandidates: readonly (NumberCandidate | null)[] }

const costOfWords = ({ match, numberCandidate }: Pick<QueryReading, 'match' | 'numberCandidate'>): number =>
  match.cost + (numberCandidate?.cost ?? 0)

/** Keeps the numbers that fit best, because each number is searched on each street. */
function withFewNumbers(matches: readonly MatchWithNumbers[]): MatchWithNumbers[] {
  const costs = new Map<string, number>()
  for (const { match, numberCandidates } of matches)
    for (const numberCandidate of numberCandidates) {
      if (!numberCandidate) continue
      const cost = costOfWords({ match, numberCandidate })
      costs.set(numberCandidate.number.raw, Math.min(cost, costs.get(numberCandidate.number.raw) ?? Infinity))
    }
  const best = [...costs].sort(([, a], [, b]) => a - b).slice(0, MAX_NUMBERS)
  const kept = new Set(best.map(([raw]) => raw))
  return matches.map((one) => ({
    ...one,
    numberCandidates: one.numberCandidates.filter((candidate) => !candidate || kept.has(candidate.number.raw)),
  }))
}

const NO_SURROUNDINGS: LocationSurroundings = {
  inside: new Set(),
  near: new Map(),
  postcodes: new Set(),
  states: new Set(),
}

/**
 * Returns a function that returns the surroundings of a location. An estimated location can be in a cell without
 * houses.
 */
async function readSurroundings(
  tx: SystemTx,
  readings: readonly QueryReading[],
): Promise<(at: Point) => LocationSurroundings> {
  const cells = new Set(readings.map(({ location }) => surroundingCell(location.at)))
  const found = await readLocationSurroundings(tx, [...cells])
  const around = new Set([...cells].filter((cell) => !found.has(cell)).flatMap((cell) => cellsWithin(cell, 1)))
  for (const [cell, one] of await readLocationSurroundings(tx, [...around])) found.set(cell, one)
  return (at) => {
    const near = cellsWithin(surroundingCell(at), 1).find((cell) => found.has(cell))
    return near === undefined ? NO_SURROUNDINGS : (found.get(near) as LocationSurroundings)
  }
}
