// Reads the data of GEOCODER=local: streets by name, the houses and roads along them, and their surroundings. If
// several sources have a house, an imported list takes precedence over regions, and an earlier region over a later one.
import { sql } from 'kysely'
import { boxAround, cellsAround, withNeighbors } from '../../domain/geo/map-cell.ts'
import type { Point } from '../../domain/orders/order.ts'
import { decodePolyline } from '../../domain/geo/polyline.ts'
import type { Line } from '../../domain/addresses/street-lines.ts'
import type { SystemTx } from '../database.ts'
import { LINE_DIGITS } from './street-addresses.ts'

/** A street of one city and postal code. The street of roads has an empty city, region and postal code. */
export interface KnownStreet {
  streetId: number
  street: string
  city: string
  region: string
  postalCode: string
}

export interface KnownHouse extends Point {
  streetId: number
  number: number
  numberSuffix: string
}

/** Search area. Empty: any. Streets and locations without a region or postal code always match. */
export interface WithinWanted {
  region: string
  postalCode: string
}

const MIN_LIKENESS = 0.35
const MAX_CANDIDATES = 60
/** Maximum number of streets with these names. Every town may have a Main Street. */
const MAX_NAMESAKES = 2_000
const MAX_ROADS = 3_000

/**
 * Returns the streets with exactly these names. A street matches the postal code if any part of its city has that code.
 */
export async function streetsNamed(
  tx: SystemTx,
  names: readonly string[],
  within: WithinWanted,
): Promise<KnownStreet[]> {
  const { region, postalCode } = within
  const { rows } = await sql<StreetRow>`
    select street_id, street, city, region, postal_code from address_index.streets
    where street = any(${[...names]}::text[]) and (${region} = '' or region in ('', ${region}))
      and (${postalCode} = '' or postal_code in ('', ${postalCode}) or (city, region) in
           (select city, region from address_index.localities where postal_code = ${postalCode}))
    order by street_id limit ${MAX_NAMESAKES}`.execute(tx)
  return rows
}

interface StreetRow {
  streetId: number
  street: string
  city: string
  region: string
  postalCode: string
}

/** Returns the street names most similar to `street`, the most similar first. */
export async function namesLike(tx: SystemTx, street: string, { region, postalCode }: WithinWanted): Promise<string[]> {
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(MIN_LIKENESS)}, true)`.execute(tx)
  const { rows } = await sql<{ street: string }>`
    select street from address_index.streets
    where street % ${street} and (${region} = '' or region in ('', ${region}))
      and (${postalCode} = '' or postal_code in ('', ${postalCode}))
    group by street order by similarity(street, ${street}) desc, street limit ${MAX_CANDIDATES}`.execute(tx)
  return rows.map((row) => row.street)
}

const NEIGHBORS_PER_SIDE = 4

interface HouseRow {
  streetId: number
  number: number
  numberSuffix: string
  lat: number
  lng: number
}

const houseOf = (row: HouseRow): KnownHouse => ({
  streetId: row.streetId,
  number: row.number,
  numberSuffix: row.numberSuffix,
  lat: row.lat,
  lng: row.lng,
})

/**
 * Returns the houses of each street with the numbers nearest to `number`: up to four with at most this number and four
 * with a higher one. If `number` is null, returns the middle house of each street.
 */
export async function housesNear(
  tx: SystemTx,
  streetIds: readonly number[],
  number: number | null,
): Promise<KnownHouse[]> {
  const near =
    number === null
      ? sql`select * from address_index.houses h where h.street_id = s.street_id order by h.number
            offset (select count(*) / 2 from address_index.houses c where c.street_id = s.street_id) limit 1`
      : sql`(select distinct on (h.number, h.number_suffix) * from address_index.houses h
             where h.street_id = s.street_id and h.number <= ${number}
             order by h.number desc, h.number_suffix, h.source_id limit ${NEIGHBORS_PER_SIDE})
            union all
            (select distinct on (h.number, h.number_suffix) * from address_index.houses h
             where h.street_id = s.street_id and h.number > ${number}
             order by h.number, h.number_suffix, h.source_id limit ${NEIGHBORS_PER_SIDE})`
  const { rows } = await sql<HouseRow>`
    select n.* from unnest(${[...streetIds]}::int[]) as s (street_id), lateral (${near}) n`.execute(tx)
  return rows.map(houseOf)
}

/** A piece of road, repeated for each city that has addresses around it. City and region are null if none is known. */
export interface KnownRoad {
  streetId: number
  line: Line
  city: string | null
  region: string | null
}

/**
 * Returns the roads of streets. Each is paired with the cities of surrounding addresses that match the region and
 * postal code.
 */
export async function roadsOf(tx: SystemTx, streetIds: readonly number[], within: WithinWanted): Promise<KnownRoad[]> {
  const { rows } = await sql<{ streetId: number; line: string; city: string | null; region: string | null }>`
    select r.street_id, r.line, l.city, l.region
    from (select distinct street_id, cell, line from address_index.roads
          where street_id = any(${[...streetIds]}::int[])) r left join lateral (
      select distinct city, region from address_index.localities l
      where l.cell = any(${sql.raw(cellsAroundOf('r.cell'))}) and ${agreeing(within)}
    ) l on true
    limit ${MAX_ROADS}`.execute(tx)
  const lines = new Map(rows.map((row) => [row.line, decodePolyline(row.line, LINE_DIGITS)]))
  return rows.map((row) => ({
    streetId: row.streetId,
    line: lines.get(row.line) as Line,
    city: row.city,
    region: row.region,
  }))
}

const agreeing = ({ region, postalCode }: WithinWanted) => sql`
  (${region} = '' or l.region in ('', ${region})) and (${postalCode} = '' or l.postal_code in ('', ${postalCode}))`

/** Returns an SQL array of the cells around the cell in a column. */
const cellsAroundOf = (column: string): string =>
  `array[${withNeighbors([0])
    .map((step) => `${column} + ${step}`)
    .join(', ')}]`

/** Returns the cities of the addresses within `meters` of a location that match the region and postal code. */
export async function citiesAround(
  tx: SystemTx,
  place: Point,
  meters: number,
  within: WithinWanted,
): Promise<string[]> {
  const { south, north, west, east } = boxAround(place, meters)
  const { rows } = await sql<{ city: string }>`
    select distinct l.city from address_index.houses h join address_index.streets l using (street_id)
    where h.cell = any(${cellsAround([place], meters)}::int[]) and h.lat between ${south} and ${north}
      and h.lng between ${west} and ${east} and ${agreeing(within)}`.execute(tx)
  return rows.map((row) => row.city)
}

/**
 * Returns up to `most` houses in these cells whose numbers differ from `number` by at most `reach`, nearest numbers
 * first.
 */
export async function housesIn(
  tx: SystemTx,
  cells: readonly number[],
  { number, reach, most }: { number: number; reach: number; most: number },
): Promise<KnownHouse[]> {
  const { rows } = await sql<HouseRow>`
    select street_id, number, number_suffix, lat, lng from (
      select distinct on (street_id, number, number_suffix) * from address_index.houses
      where cell = any(${[...cells]}::int[]) and number between ${number - reach} and ${number + reach}
      order by street_id, number, number_suffix, source_id
    ) h
    order by abs(number - ${number}), street_id limit ${most}`.execute(tx)
  return rows.map(houseOf)
}

/** Returns the roads near each place that have the name of its street, keyed by street ID. */
export async function roadsBeside(
  tx: SystemTx,
  places: readonly { streetId: number; cell: number }[],
): Promise<Map<number, Line[]>> {
  const { rows } = await sql<{ streetId: number; line: string }>`
    select distinct p.street_id, r.line
    from unnest(${places.map(({ streetId }) => streetId)}::int[], ${places.map(({ cell }) => cell)}::int[])
      as p (street_id, cell)
    join address_index.streets s on s.street_id = p.street_id
    join address_index.streets named on named.street = s.street
      and named.city = '' and named.region = '' and named.postal_code = ''
    join address_index.roads r on r.street_id = named.street_id
      and r.cell = any(${sql.raw(cellsAroundOf('p.cell'))})`.execute(tx)
  const lines = Map.groupBy(rows, (row) => row.streetId)
  return new Map([...lines].map(([id, of]) => [id, of.map((row) => decodePolyline(row.line, LINE_DIGITS))]))
}
