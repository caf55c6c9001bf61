// Reads houses from the index of GEOCODER=local. Every list has a limit.
import { type RawBuilder, sql } from 'kysely'
import type { IndexedHouse } from '../../domain/addresses/matching/town-street.ts'
import type { Point } from '../../domain/orders/order.ts'
import type { SystemTx } from '../database.ts'

const NEIGHBORS_PER_SIDE = 6

interface HouseRow extends Point {
  runId: number
  main: number
  raw: string
  toNumber: number | null
  estimated: boolean
  areaId: number
  city: string
  cityText: string
  places: string[]
  postcode: string
  postcodeText: string
  stateText: string
}

/** A number, or a range of numbers, to search on a street. */
export interface HouseSearch {
  runId: number
  main: number
  to: number
}

/** Searches of one statement. The rows of a statement are read at once, without other work in between. */
const SEARCHES_AT_ONCE = 80

/** Returns the houses of each street that have the number, or a range that contains it. */
export const findHouses = (tx: SystemTx, searches: readonly HouseSearch[]): Promise<Map<number, IndexedHouse[]>> =>
  readHouses(
    tx,
    searches,
    sql`
      (select h.* from address_index.houses h
       where h.run_id = n.run_id and h.main between n.main and n.to_main limit 100)
      union all
      (select h.* from address_index.houses h
       where h.run_id = n.run_id and h.main between n.main - 100 and n.main - 1 and h.to_number >= n.main limit 10)`,
  )

/** Returns the houses of each street with the nearest numbers on both sides of the street. */
export function findNeighbors(tx: SystemTx, searches: readonly HouseSearch[]): Promise<Map<number, IndexedHouse[]>> {
  const nextHousesSql = (where: string, order: string) => sql`
    (select h.* from address_index.houses h where h.run_id = n.run_id and h.main ${sql.raw(where)}
     order by h.main ${sql.raw(order)} limit ${NEIGHBORS_PER_SIDE})`
  const near = [0, 1].flatMap((parity) => [
    nextHousesSql(`< n.main and h.main % 2 = ${parity}`, 'desc'),
    nextHousesSql(`> n.main and h.main % 2 = ${parity}`, 'asc'),
  ])
  return readHouses(tx, searches, sql.join(near, sql` union all `))
}

/** Returns the houses that an SQL query selects for each search `n`. */
async function readHouses(
  tx: SystemTx,
  searches: readonly HouseSearch[],
  selected: RawBuilder<unknown>,
): Promise<Map<number, IndexedHouse[]>> {
  const found = new Map<number, Map<string, IndexedHouse>>()
  for (let from = 0; from < searches.length; from += SEARCHES_AT_ONCE) {
    const some = searches.slice(from, from + SEARCHES_AT_ONCE)
    const { rows } = await sql<HouseRow>`
      select distinct h.run_id, h.main, h.raw, h.to_number, h.estimated, h.lat, h.lng, h.area_id,
             a.city, a.city_text, a.places, a.postcode, a.postcode_text, a.state_text
      from unnest(${some.map(({ runId }) => runId)}::int[], ${some.map(({ main }) => main)}::int[],
                  ${some.map(({ to }) => to)}::int[]) as n (run_id, main, to_main),
           lateral (${selected}) h join address_index.areas a on a.area_id = h.area_id`.execute(tx)
    for (const row of rows) {
      const ofStreet = found.get(row.runId) ?? new Map<string, IndexedHouse>()
      found.set(row.runId, ofStreet.set(`${row.raw} ${row.lat} ${row.lng} ${row.areaId}`, houseOfRow(row)))
    }
  }
  return new Map([...found].map(([runId, houses]) => [runId, [...houses.values()]]))
}

/** Returns the house with the lowest number of each street, for a query without a number. */
export async function readFirstHouses(tx: SystemTx, runIds: readonly number[]): Promise<Map<number, IndexedHouse[]>> {
  const { rows } = await sql<HouseRow>`
    select h.run_id, h.main, h.raw, h.to_number, h.estimated, h.lat, h.lng, h.area_id,
           a.city, a.city_text, a.places, a.postcode, a.postcode_text, a.state_text
    from unnest(${[...runIds]}::int[]) as r (run_id),
         lateral (select * from address_index.houses h where h.run_id = r.run_id order by h.main limit 1) h
         join address_index.areas a on a.area_id = h.area_id`.execute(tx)
  const rowsByStreet = Map.groupBy(rows, (row) => row.runId)
  return new Map([...rowsByStreet].map(([runId, of]) => [runId, of.map(houseOfRow)]))
}

const houseOfRow = (row: HouseRow): IndexedHouse => ({
  lat: row.lat,
  lng: row.lng,
  number: { raw: row.raw, main: row.main, suffix: row.raw.slice(String(row.main).length), to: row.toNumber },
  isEstimated: row.estimated,
  area: {
    city: row.city,
    cityText: row.cityText,
    placeKeys: row.places,
    postcode: row.postcode,
    postcodeText: row.postcodeText,
    stateText: row.stateText,
  },
})
