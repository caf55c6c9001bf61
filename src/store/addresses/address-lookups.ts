// Reads the index of GEOCODER=local: words, names, places, streets and surroundings. Every list has a limit.
import { sql } from 'kysely'
import type { StreetName } from '../../domain/addresses/matching/name-match.ts'
import type { IndexedPlace } from '../../domain/addresses/matching/places.ts'
import type { BoundingBox, LocationSurroundings } from '../../domain/addresses/matching/town-street.ts'
import type { IndexedWord, LookupWords } from '../../domain/addresses/matching/vocabulary.ts'
import { spellingIdentity } from '../../domain/addresses/words/fold.ts'
import type { Line } from '../../domain/addresses/street-lines.ts'
import { withNeighbors } from '../../domain/geo/map-cell.ts'
import { decodePolyline } from '../../domain/geo/polyline.ts'
import type { Point } from '../../domain/orders/order.ts'
import type { SystemTx } from '../database.ts'
import { LINE_DECIMALS } from './stage-addresses.ts'

const MAX_WORDS = 3_000
const MAX_NAMES = 60
/** A word in more names than this is not used to find names. It only counts when a name is compared with the query. */
const MAX_NAMES_OF_A_WORD = 4_000
const MAX_STREETS = 400
const MAX_SIMILAR_PLACES = 200

/**
 * Returns words with the same spelling, one different letter, or this start. Signatures are looked up one by one, because
 * PostgreSQL would compare a list of many with every word.
 */
export async function findSimilarWords(
  tx: SystemTx,
  { exact, signatures, starts }: LookupWords,
): Promise<IndexedWord[]> {
  const { rows } = await sql<IndexedWord>`
    select word, names from address_index.words where word = any(${exact}::text[])
    union
    (select w.word, w.names from unnest(${signatures}::text[]) as s (signature),
       address_index.words w where w.signatures @> array[s.signature] limit ${MAX_WORDS})
    union
    (select w.word, w.names from unnest(${starts.map(prefixPattern)}::text[]) as s (start), lateral (
       select word, names from address_index.words where word like s.start order by names desc
       limit ${Math.ceil(MAX_WORDS / (starts.length || 1))}) w)`.execute(tx)
  return rows
}

/** A word consists of letters and digits only, so the pattern needs no escapes. */
const prefixPattern = (start: string): string => `${start}%`

/** Returns words that begin or end like these words, which may differ by two letters. */
export async function findWordsByAffixes(tx: SystemTx, affixes: readonly string[]): Promise<IndexedWord[]> {
  const { rows } = await sql<IndexedWord>`
    select w.word, w.names from unnest(${[...affixes]}::text[]) as s (affix),
      address_index.words w where w.signatures @> array[s.affix] limit ${MAX_WORDS}`.execute(tx)
  return rows
}

/**
 * Returns the number of all names, and whether the index has any places. The further look-ups of the transaction use
 * indexes only, because PostgreSQL expects long lists of texts to match more rows than they do.
 */
export async function openIndex(tx: SystemTx): Promise<{ names: number; hasPlaces: boolean; states: string[] }> {
  const { rows } = await sql<{ names: number; hasPlaces: boolean; states: string[] }>`
    select greatest(0, (select reltuples from pg_class where oid = 'address_index.names'::regclass))::int as names,
           exists (select from address_index.places) as has_places,
           coalesce((select array_agg(distinct key) from address_index.states), '{}') as states,
           set_config('enable_seqscan', 'off', true)`.execute(tx)
  const [size] = rows as [{ names: number; hasPlaces: boolean; states: string[] }]
  return size
}

/** A word of a name, the query word that it stands for, and how much it counts. */
export interface WeightedWord {
  word: string
  queryPosition: number
  weight: number
}

/** Returns the names that have the most important words in common with the query, and those written together. */
export async function findStreetNames(
  tx: SystemTx,
  words: readonly WeightedWord[],
  joined: readonly string[],
): Promise<StreetName[]> {
  const { rows } = await sql<{ nameId: number; name: string; words: string[] }>`
    with wanted as (
      select w.word_id, q.slot, q.weight
      from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ queryPosition }) => queryPosition)}::int[],
                  ${words.map(({ weight }) => weight)}::float8[]) as q (word, slot, weight)
      join address_index.words w using (word) where w.names <= ${MAX_NAMES_OF_A_WORD}
    ), scored as (
      select name_id, sum(weight) as score from (
        select n.name_id, wanted.slot, max(wanted.weight) as weight
        from wanted join address_index.name_words n using (word_id) group by n.name_id, wanted.slot
      ) best group by name_id
    ), top as (
      select s.name_id from (select * from scored order by score desc limit ${10 * MAX_NAMES}) s
      join address_index.names n using (name_id)
      order by s.score - 0.15 * cardinality(n.words) desc, s.name_id limit ${MAX_NAMES}
    )
    select name_id, name, words from address_index.names where name_id in (
      select name_id from top
      union select name_id from address_index.names where joined = any(${[...joined]}::text[]))`.execute(tx)
  return rows.map((row) => ({
    nameId: row.nameId,
    text: row.name,
    identity: spellingIdentity(row.name),
    words: row.words,
  }))
}

/** Returns places with one of these keys or signatures, by key. */
export async function findPlaces(
  tx: SystemTx,
  keys: readonly string[],
  signatures: readonly string[],
): Promise<Map<string, IndexedPlace>> {
  const { rows } = await sql<{ key: string; lats: number[]; lngs: number[]; isRegion: boolean; isShaped: boolean }>`
    select key, lats, lngs, is_region, is_shaped from address_index.places where key = any(${[...keys]}::text[])
    union
    (select p.key, p.lats, p.lngs, p.is_region, p.is_shaped from unnest(${[...signatures]}::text[]) as s (signature),
       address_index.places p where p.signatures @> array[s.signature] limit ${MAX_SIMILAR_PLACES})`.execute(tx)
  const found = new Map<string, IndexedPlace>()
  for (const { key, lats, lngs, isRegion, isShaped } of rows) {
    const existing = found.get(key)
    found.set(key, {
      key,
      at: [...(existing?.at ?? []), ...zipPoints(lats, lngs)],
      isRegion: isRegion || existing?.isRegion === true,
      hasBoundary: isShaped || existing?.hasBoundary === true,
    })
  }
  return found
}

const zipPoints = (lats: readonly number[], lngs: readonly number[]): Point[] =>
  lats.map((lat, i) => ({ lat, lng: lngs[i] as number }))

export async function findPostcodes(tx: SystemTx, keys: readonly string[]): Promise<Map<string, Point[]>> {
  const { rows } = await sql<{ key: string; lats: number[]; lngs: number[] }>`
    select key, lats, lngs from address_index.postcodes where key = any(${[...keys]}::text[])`.execute(tx)
  const found = new Map<string, Point[]>()
  for (const { key, lats, lngs } of rows) found.set(key, [...(found.get(key) ?? []), ...zipPoints(lats, lngs)])
  return found
}

/** A row of `address_index.runs`: a street of one source within one town, without its houses and roads. */
export interface StoredStreet {
  runId: number
  /** Precedence among sources: imported files before regions, later ones before earlier ones. */
  precedence: number
  town: string
  isPlace: boolean
  middle: Point
  radiusMeters: number
  box: BoundingBox
  postcodes: readonly string[]
  houseCount: number
  highestNumber: number
  /** Whether it is in one of the places that the query names. */
  isInPlaces: boolean
}

/**
 * Returns the streets of each name, keyed by name ID. Streets in one of the places come first. A place is the key of a
 * place or a postal code.
 */
export async function findStreets(
  tx: SystemTx,
  names: readonly number[],
  places: readonly string[],
): Promise<Map<number, StoredStreet[]>> {
  const { rows } = await sql<StreetRow>`
    select n.name_id, r.run_id, r.source_id, s.is_list, r.town, r.is_place, r.lat, r.lng, r.reach, r.south, r.west,
           r.north, r.east, r.postcodes, r.houses, r.highest, r.places && ${[...places]}::text[] as is_in_places
    from address_index.run_names n join address_index.runs r using (run_id) join address_index.sources s using (source_id)
    where n.name_id = any(${[...names]}::int[])
    order by r.places && ${[...places]}::text[] desc, array_position(${[...names]}::int[], n.name_id), r.run_id
    limit ${MAX_STREETS}`.execute(tx)
  const rowsByName = Map.groupBy(rows, (row) => row.nameId)
  return new Map([...rowsByName].map(([nameId, streetRows]) => [nameId, streetRows.map(streetOfRow)]))
}

interface StreetRow extends BoundingBox, Point {
  nameId: number
  runId: number
  sourceId: number
  isList: boolean
  town: string
  isPlace: boolean
  reach: number
  postcodes: string[]
  houses: number
  highest: number
  isInPlaces: boolean
}

const streetOfRow = (row: StreetRow): StoredStreet => ({
  runId: row.runId,
  precedence: row.isList ? 1_000_000 + row.sourceId : -row.sourceId,
  town: row.town,
  isPlace: row.isPlace,
  middle: { lat: row.lat, lng: row.lng },
  radiusMeters: row.reach,
  box: { south: row.south, west: row.west, north: row.north, east: row.east },
  postcodes: row.postcodes,
  houseCount: row.houses,
  highestNumber: row.highest,
  isInPlaces: row.isInPlaces,
})

export async function readStreetLines(
  tx: SystemTx,
  runIds: readonly number[],
  maxLines: number,
): Promise<Map<number, Line[]>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await sql<{ runId: number; line: string }>`
    select run_id, line from address_index.roads where run_id = any(${[...runIds]}::int[]) limit ${maxLines}`.execute(
    tx,
  )
  const lines = Map.groupBy(rows, (row) => row.runId)
  return new Map([...lines].map(([runId, of]) => [runId, of.map(({ line }) => decodePolyline(line, LINE_DECIMALS))]))
}

/** Cells of one statement. */
const CELLS_AT_ONCE = 200

/** Returns the surroundings of cells, by cell. Several sources are merged. */
export async function readLocationSurroundings(
  tx: SystemTx,
  cells: readonly number[],
): Promise<Map<number, LocationSurroundings>> {
  const found = new Map<number, LocationSurroundings>()
  for (let from = 0; from < cells.length; from += CELLS_AT_ONCE)
    for (const [cell, one] of await readCells(tx, cells.slice(from, from + CELLS_AT_ONCE))) found.set(cell, one)
  return found
}

async function readCells(tx: SystemTx, cells: readonly number[]): Promise<Map<number, LocationSurroundings>> {
  const { rows } = await sql<{
    cell: number
    inside: string[]
    near: string[]
    nearCosts: number[]
    postcodes: string[]
    states: string[]
  }>`
    select cell::float8 as cell, inside, near, near_costs, postcodes, states
    from address_index.surroundings where cell = any(${[...cells]}::bigint[])`.execute(tx)
  const found = new Map<
    number,
    { inside: Set<string>; near: Map<string, number>; postcodes: Set<string>; states: Set<string> }
  >()
  for (const row of rows) {
    const existing = found.get(row.cell) ?? {
      inside: new Set(),
      near: new Map(),
      postcodes: new Set(),
      states: new Set(),
    }
    found.set(row.cell, existing)
    for (const key of row.inside) existing.inside.add(key)
    for (const key of row.postcodes) existing.postcodes.add(key)
    for (const key of row.states) existing.states.add(key)
    row.near.forEach((key, i) =>
      existing.near.set(key, Math.min(existing.near.get(key) ?? Infinity, row.nearCosts[i] ?? 1)),
    )
  }
  return found
}

/** A house of another street, with the ID of its street. */
export interface NearbyHouse extends Point {
  runId: number
  number: number
}

export interface HousesInCells {
  number: number
  maxNumberDifference: number
  maxHouses: number
  states: readonly string[]
}

/** Largest difference of numbers that is tried first, because a city has many houses in few cells. */
const FIRST_NUMBER_DIFFERENCE = 20
const NUMBER_DIFFERENCE_GROWTH = 4

/**
 * Returns up to `maxHouses` houses in these cells and states, nearest number first. Their numbers differ from `number` by
 * at most `maxNumberDifference`.
 */
export async function findHousesInCells(
  tx: SystemTx,
  cells: readonly number[],
  { number, maxNumberDifference, maxHouses, states }: HousesInCells,
): Promise<NearbyHouse[]> {
  for (let tried = FIRST_NUMBER_DIFFERENCE; ; tried *= NUMBER_DIFFERENCE_GROWTH) {
    const difference = Math.min(tried, maxNumberDifference)
    const { rows } = await sql<NearbyHouse>`
      select run_id, number, lat, lng from (
        select distinct run_id, main as number, lat, lng
        from address_index.houses join address_index.areas using (area_id)
        where cell = any(${[...cells]}::int[]) and main between ${number - difference} and ${number + difference}
          and not estimated and lower(state_text) = any(${[...states]}::text[])
      ) h order by abs(number - ${number}), run_id, lat, lng limit ${maxHouses}`.execute(tx)
    if (rows.length === maxHouses || difference === maxNumberDifference) return rows
  }
}

/**
 * Returns the roads near each house that have the name of its street, keyed by the ID of the house's street. Roads of other
 * streets with the name are only read if the street has no roads there, because many towns may have the name.
 */
export async function readRoadsNearHouses(
  tx: SystemTx,
  houses: readonly { runId: number; cell: number }[],
): Promise<Map<number, Line[]>> {
  const { rows } = await sql<{ runId: number; line: string }>`
    with near as (
      select distinct * from unnest(${houses.map(({ runId }) => runId)}::int[],
                                    ${houses.map(({ cell }) => cell)}::int[]) as p (run_id, cell)
    ), own as (
      select near.run_id, r.line from near
      join address_index.roads r on r.run_id = near.run_id and r.cell = any(${NEIGHBOR_CELLS})
    )
    select run_id, line from own
    union
    select near.run_id, r.line from near
    join address_index.run_names own_name on own_name.run_id = near.run_id
    join address_index.run_names named on named.name_id = own_name.name_id
    join address_index.roads r on r.run_id = named.run_id and r.cell = any(${NEIGHBOR_CELLS})
    where near.run_id not in (select run_id from own)`.execute(tx)
  const lines = Map.groupBy(rows, (row) => row.runId)
  return new Map([...lines].map(([id, of]) => [id, of.map(({ line }) => decodePolyline(line, LINE_DECIMALS))]))
}

/** SQL array of the cells around `near.cell`. */
const NEIGHBOR_CELLS = sql.raw(
  `array[${withNeighbors([0])
    .map((step) => `near.cell + ${step}`)
    .join(', ')}]`,
)

/**
 * Returns the states of the addresses in a city, empty for an unknown state. Null if the index has no places at all.
 */
export async function findStatesOfCity(tx: SystemTx, city: string): Promise<string[] | null> {
  const { rows } = await sql<{ hasPlaces: boolean; isPlace: boolean; states: string[] }>`
    select exists (select from address_index.places) as has_places,
           exists (select from address_index.places where key = ${city}) as is_place,
           coalesce((select array_agg(distinct state_text) from address_index.areas where city = ${city}), '{}') as states`.execute(
    tx,
  )
  const [found] = rows as [(typeof rows)[number]]
  if (!found.hasPlaces) return null
  return found.isPlace && found.states.length === 0 ? [''] : found.states
}
