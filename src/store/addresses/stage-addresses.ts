// Session tables for the addresses and roads of a file. Sorting them by street keeps the memory of an import bounded,
// because a street is built from its own rows only. Other sessions can't see the tables.
import type pg from 'pg'
import type { StagedHouse, StagedRoad } from '../../domain/addresses/indexing/staged-entries.ts'
import { decodePolyline, encodePolyline } from '../../domain/geo/polyline.ts'

/** Decimal places of the degrees of a line, which resolve a tenth of a meter. */
export const LINE_DECIMALS = 6

export const createStagingTables = async (client: pg.Client): Promise<void> =>
  void (await client.query(`
    create temp table staged_houses (
      key text, name text, is_place boolean, raw text, main integer, suffix text, to_number integer, estimated boolean,
      area integer, lat double precision, lng double precision
    );
    create temp table staged_roads (key text, name text, aliases text, is_main boolean, postcode text, line text)`))

export async function stageHouses(client: pg.Client, batch: readonly StagedHouse[]): Promise<void> {
  const columnOf = <T>(valueOf: (house: StagedHouse) => T): T[] => batch.map(valueOf)
  await client.query(
    `insert into pg_temp.staged_houses
     select * from unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::int[], $6::text[], $7::int[],
                          $8::boolean[], $9::int[], $10::float8[], $11::float8[])`,
    [
      columnOf((house) => house.key),
      columnOf((house) => house.name),
      columnOf((house) => house.isPlace),
      columnOf((house) => house.number.raw),
      columnOf((house) => house.number.main),
      columnOf((house) => house.number.suffix),
      columnOf((house) => house.number.to),
      columnOf((house) => house.estimated),
      columnOf((house) => house.area),
      columnOf((house) => house.lat),
      columnOf((house) => house.lng),
    ],
  )
}

export async function stageRoads(client: pg.Client, batch: readonly StagedRoad[]): Promise<void> {
  const columnOf = <T>(valueOf: (road: StagedRoad) => T): T[] => batch.map(valueOf)
  await client.query(
    `insert into pg_temp.staged_roads
     select * from unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::text[], $6::text[])`,
    [
      columnOf((road) => road.key),
      columnOf((road) => road.name),
      columnOf((road) => road.aliases.join('\n')),
      columnOf((road) => road.isMain),
      columnOf((road) => road.postcode),
      columnOf((road) => encodePolyline(road.line, LINE_DECIMALS)),
    ],
  )
}

interface StagedRow {
  key: string
  name: string
  is_place: boolean
  raw: string
  main: number
  suffix: string
  to_number: number | null
  estimated: boolean
  area: number
  lat: number
  lng: number
  aliases: string
  is_main: boolean
  postcode: string
  line: string | null
}

const FETCH_ROWS = 5_000

/** Yields the staged houses and roads of each name. Must run in a transaction, because it uses a cursor. */
export async function* readStagedByName(client: pg.Client): AsyncGenerator<(StagedHouse | StagedRoad)[]> {
  await client.query(`
    declare staged no scroll cursor for
    select * from (
      select key, name, is_place, raw, main, suffix, to_number, estimated, area, lat, lng,
             '' as aliases, false as is_main, '' as postcode, null as line from pg_temp.staged_houses
      union all
      select key, name, false, '', 0, '', null, false, 0, 0, 0, aliases, is_main, postcode, line from pg_temp.staged_roads
    ) entries order by key collate "C"`)
  let group: (StagedHouse | StagedRoad)[] = []
  for (;;) {
    const { rows } = await client.query<StagedRow>(`fetch ${FETCH_ROWS} from staged`)
    if (rows.length === 0) break
    for (const row of rows) {
      if (group[0] && group[0].key !== row.key) {
        yield group
        group = []
      }
      group.push(row.line === null ? houseOfRow(row) : roadOfRow(row, row.line))
    }
  }
  await client.query('close staged')
  if (group.length > 0) yield group
}

const houseOfRow = (row: StagedRow): StagedHouse => ({
  kind: 'HOUSE',
  key: row.key,
  name: row.name,
  isPlace: row.is_place,
  number: { raw: row.raw, main: row.main, suffix: row.suffix, to: row.to_number },
  estimated: row.estimated,
  area: row.area,
  lat: row.lat,
  lng: row.lng,
})

const roadOfRow = (row: StagedRow, line: string): StagedRoad => ({
  kind: 'ROAD',
  key: row.key,
  name: row.name,
  aliases: row.aliases === '' ? [] : row.aliases.split('\n'),
  isMain: row.is_main,
  postcode: row.postcode,
  line: decodePolyline(line, LINE_DECIMALS),
})
