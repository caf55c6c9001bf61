// Writes a source of addresses: its streets with their names, houses and roads, and the surroundings of locations.
import type pg from 'pg'
import type { StagedHouse } from '../../domain/addresses/indexing/staged-entries.ts'
import type { AddressArea, BoundingBox } from '../../domain/addresses/matching/town-street.ts'
import { middleOfLines, type Line, splitByCell } from '../../domain/addresses/street-lines.ts'
import { affixesOf, deletionSignatures } from '../../domain/addresses/words/spelling.ts'
import { tokenize } from '../../domain/addresses/words/tokens.ts'
import { cellOf } from '../../domain/geo/map-cell.ts'
import { encodePolyline } from '../../domain/geo/polyline.ts'
import type { Point } from '../../domain/orders/order.ts'
import { LINE_DECIMALS } from './stage-addresses.ts'

/** A street or a place with its own numbers, within one town. */
export interface NewStreet {
  /** Names by key. */
  names: ReadonlyMap<string, string>
  town: string
  isPlace: boolean
  middle: Point
  radiusMeters: number
  box: BoundingBox
  postcodes: readonly string[]
  /** Keys of all places around the street, and the postal codes there. */
  placeKeys: readonly string[]
  houses: readonly StagedHouse[]
  lines: readonly Line[]
}

export interface NewArea extends AddressArea {
  states: readonly string[]
}

export interface NewSurroundings {
  cell: number
  inside: readonly string[]
  near: ReadonlyMap<string, number>
  postcodes: readonly string[]
  states: readonly string[]
}

export interface NewPlace {
  key: string
  at: readonly Point[]
  isRegion: boolean
  hasBoundary: boolean
}

export interface AddressSource {
  name: string
  /** Identifies the file and how it was read. */
  mark: string
  isList: boolean
}

/** Creates the source, or empties it if it exists. Returns its ID. */
export async function createEmptySource(client: pg.Client, { name, mark, isList }: AddressSource): Promise<number> {
  const { rows } = await client.query<{ source_id: number }>(
    `insert into address_index.sources (name, mark, is_list, houses) values ($1, $2, $3, 0)
     on conflict (name) do update set mark = excluded.mark, is_list = excluded.is_list returning source_id`,
    [name, mark, isList],
  )
  const [source] = rows as [{ source_id: number }]
  await deleteSourceRows(client, source.source_id)
  return source.source_id
}

/** Removes the region's data. Returns false if the region has none. */
export async function removeSource(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ source_id: number }>(
    'select source_id from address_index.sources where name = $1 and not is_list',
    [name],
  )
  const [source] = rows
  if (!source) return false
  await deleteSourceRows(client, source.source_id)
  await client.query('delete from address_index.sources where source_id = $1', [source.source_id])
  await cleanUpNames(client)
  return true
}

async function deleteSourceRows(client: pg.Client, source: number): Promise<void> {
  for (const table of ['houses', 'roads', 'run_names'])
    await client.query(
      `delete from address_index.${table} where run_id in (select run_id from address_index.runs where source_id = $1)`,
      [source],
    )
  for (const table of ['runs', 'areas', 'surroundings', 'places', 'postcodes', 'states'])
    await client.query(`delete from address_index.${table} where source_id = $1`, [source])
}

/** Records the number of houses, removes unused names, and counts how often each word occurs. */
export async function finishSource(client: pg.Client, source: number, houses: number): Promise<void> {
  await client.query('update address_index.sources set houses = $2 where source_id = $1', [source, houses])
  await cleanUpNames(client)
}

async function cleanUpNames(client: pg.Client): Promise<void> {
  await client.query(
    `delete from address_index.names n where not exists (select from address_index.run_names r where r.name_id = n.name_id)`,
  )
  await client.query(
    `delete from address_index.name_words w where not exists (select from address_index.names n where n.name_id = w.name_id)`,
  )
  await client.query(
    `delete from address_index.words w where not exists (select from address_index.name_words n where n.word_id = w.word_id)`,
  )
  await client.query(
    `update address_index.words w set names = counted.names
     from (select word_id, count(*)::int as names from address_index.name_words group by word_id) counted
     where counted.word_id = w.word_id and counted.names <> w.names`,
  )
}

/** Writes the areas of houses. Returns their IDs in the same order. */
export async function writeAreas(client: pg.Client, source: number, areas: readonly NewArea[]): Promise<number[]> {
  const ids: number[] = []
  for (const batch of batchesOf(areas, 2_000)) {
    const { rows } = await client.query<{ area_id: number }>(
      `insert into address_index.areas (source_id, city, city_text, places, postcode, postcode_text, state_text)
       select $1, city, city_text, string_to_array(places, e'\\n'), postcode, postcode_text, state_text
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) with ordinality
         as a (city, city_text, places, postcode, postcode_text, state_text, at) order by at
       returning area_id`,
      [
        source,
        batch.map((area) => area.city),
        batch.map((area) => area.cityText),
        batch.map((area) => area.placeKeys.join('\n')),
        batch.map((area) => area.postcode),
        batch.map((area) => area.postcodeText),
        batch.map((area) => area.stateText),
      ],
    )
    // The IDs of one statement increase in the order of its rows.
    ids.push(...rows.map((row) => row.area_id).sort((a, b) => a - b))
  }
  return ids
}

/** Writes streets with their names, houses and roads. */
export async function writeStreets(
  client: pg.Client,
  source: number,
  streets: readonly NewStreet[],
  areaIds: readonly number[],
): Promise<void> {
  const ids = await insertStreetRows(client, source, streets)
  const names = new Map(streets.flatMap((street) => [...street.names]))
  const nameIds = await insertNames(client, names)
  const pairs = streets.flatMap((street, i) =>
    [...street.names.keys()].map((key) => [nameIds.get(key), ids[i]] as const),
  )
  await client.query(
    'insert into address_index.run_names select * from unnest($1::int[], $2::int[]) on conflict do nothing',
    [pairs.map(([name]) => name), pairs.map(([, street]) => street)],
  )
  const houses = streets.flatMap((street, i) => street.houses.map((house) => ({ ...house, runId: ids[i] })))
  for (const batch of batchesOf(houses, 5_000)) {
    const columnOf = <T>(valueOf: (house: (typeof houses)[number]) => T): T[] => batch.map(valueOf)
    await client.query(
      `insert into address_index.houses (run_id, main, raw, to_number, estimated, area_id, cell, lat, lng)
       select * from unnest($1::int[], $2::int[], $3::text[], $4::int[], $5::boolean[], $6::int[], $7::int[],
                            $8::float8[], $9::float8[])`,
      [
        columnOf((house) => house.runId),
        columnOf((house) => house.number.main),
        columnOf((house) => house.number.raw),
        columnOf((house) => house.number.to),
        columnOf((house) => house.estimated),
        columnOf((house) => areaIds[house.area]),
        columnOf(cellOf),
        columnOf((house) => house.lat),
        columnOf((house) => house.lng),
      ],
    )
  }
  const lines = streets.flatMap((street, i) =>
    street.lines.flatMap(splitByCell).map((line) => ({
      runId: ids[i],
      cell: cellOf(middleOfLines([line])?.point ?? (line[0] as Point)),
      line: encodePolyline(line, LINE_DECIMALS),
    })),
  )
  await client.query('insert into address_index.roads select * from unnest($1::int[], $2::int[], $3::text[])', [
    lines.map(({ runId }) => runId),
    lines.map(({ cell }) => cell),
    lines.map(({ line }) => line),
  ])
}

async function insertStreetRows(client: pg.Client, source: number, streets: readonly NewStreet[]): Promise<number[]> {
  const columnOf = <T>(valueOf: (street: NewStreet) => T): T[] => streets.map(valueOf)
  const { rows } = await client.query<{ run_id: number }>(
    `insert into address_index.runs
       (source_id, town, is_place, lat, lng, reach, south, west, north, east, postcodes, places, houses, highest)
     select $1, town, is_place, lat, lng, reach, south, west, north, east, string_to_array(postcodes, e'\\n'),
            string_to_array(places, e'\\n'), houses, highest
     from unnest($2::text[], $3::boolean[], $4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[],
                 $9::float8[], $10::float8[], $11::text[], $12::text[], $13::int[], $14::int[]) with ordinality
       as r (town, is_place, lat, lng, reach, south, west, north, east, postcodes, places, houses, highest, at)
     order by at returning run_id`,
    [
      source,
      columnOf((street) => street.town),
      columnOf((street) => street.isPlace),
      columnOf((street) => street.middle.lat),
      columnOf((street) => street.middle.lng),
      columnOf((street) => street.radiusMeters),
      columnOf((street) => street.box.south),
      columnOf((street) => street.box.west),
      columnOf((street) => street.box.north),
      columnOf((street) => street.box.east),
      columnOf((street) => street.postcodes.join('\n')),
      columnOf((street) => street.placeKeys.join('\n')),
      columnOf((street) => street.houses.length),
      columnOf((street) => street.houses.reduce((most, { number }) => Math.max(most, number.main), 0)),
    ],
  )
  return rows.map((row) => row.run_id).sort((a, b) => a - b)
}

/** Inserts the new names with their words. Returns the IDs of all given names, keyed by name key. */
async function insertNames(client: pg.Client, names: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  const list = [...names].map(([key, name]) => ({ key, name, words: tokenize(name).map(({ text }) => text) }))
  await client.query(
    `insert into address_index.names (key, name, words, joined)
     select key, name, string_to_array(words, ' '), replace(words, ' ', '')
     from unnest($1::text[], $2::text[], $3::text[]) as n (key, name, words) on conflict (key) do nothing`,
    [list.map(({ key }) => key), list.map(({ name }) => name), list.map(({ words }) => words.join(' '))],
  )
  const words = [...new Set(list.flatMap((one) => one.words))]
  await client.query(
    `insert into address_index.words (word, signatures)
     select word, string_to_array(signatures, ' ') from unnest($1::text[], $2::text[]) as w (word, signatures)
     on conflict (word) do nothing`,
    [words, words.map((word) => [...deletionSignatures(word), ...affixesOf(word)].join(' '))],
  )
  await client.query(
    `insert into address_index.name_words (word_id, name_id)
     select w.word_id, n.name_id from address_index.names n, unnest(n.words) as own
     join address_index.words w on w.word = own where n.key = any($1::text[]) on conflict do nothing`,
    [[...names.keys()]],
  )
  const { rows } = await client.query<{ key: string; name_id: number }>(
    'select key, name_id from address_index.names where key = any($1::text[])',
    [[...names.keys()]],
  )
  return new Map(rows.map((row) => [row.key, row.name_id]))
}

export async function writeSurroundings(
  client: pg.Client,
  source: number,
  batch: readonly NewSurroundings[],
): Promise<void> {
  await client.query(
    `insert into address_index.surroundings (cell, source_id, inside, near, near_costs, postcodes, states)
     select cell, $1, string_to_array(inside, e'\\n'), string_to_array(near, e'\\n'),
            string_to_array(costs, e'\\n')::real[], string_to_array(postcodes, e'\\n'), string_to_array(states, e'\\n')
     from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
       as s (cell, inside, near, costs, postcodes, states)`,
    [
      source,
      batch.map(({ cell }) => cell),
      batch.map(({ inside }) => inside.join('\n')),
      batch.map(({ near }) => [...near.keys()].join('\n')),
      batch.map(({ near }) => [...near.values()].join('\n')),
      batch.map(({ postcodes }) => postcodes.join('\n')),
      batch.map(({ states }) => states.join('\n')),
    ],
  )
}

export async function writePlaces(
  client: pg.Client,
  source: number,
  {
    places,
    postcodes,
    states,
  }: {
    places: readonly NewPlace[]
    postcodes: ReadonlyMap<string, readonly Point[]>
    states: Iterable<string>
  },
): Promise<void> {
  const lats = (points: readonly Point[]) => points.map(({ lat }) => lat).join(' ')
  const lngs = (points: readonly Point[]) => points.map(({ lng }) => lng).join(' ')
  for (const batch of batchesOf(places, 5_000))
    await client.query(
      `insert into address_index.places (key, source_id, lats, lngs, is_region, is_shaped, signatures)
       select key, $1, string_to_array(lats, ' ')::float8[], string_to_array(lngs, ' ')::float8[], is_region, is_shaped,
              string_to_array(signatures, e'\\n')
       from unnest($2::text[], $3::text[], $4::text[], $5::boolean[], $6::boolean[], $7::text[])
         as p (key, lats, lngs, is_region, is_shaped, signatures)`,
      [
        source,
        batch.map(({ key }) => key),
        batch.map(({ at }) => lats(at)),
        batch.map(({ at }) => lngs(at)),
        batch.map(({ isRegion }) => isRegion),
        batch.map(({ hasBoundary }) => hasBoundary),
        batch.map(({ key, at }) => (at.length > 0 && key.length >= 4 ? deletionSignatures(key).join('\n') : '')),
      ],
    )
  for (const batch of batchesOf([...postcodes], 5_000))
    await client.query(
      `insert into address_index.postcodes (key, source_id, lats, lngs)
       select key, $1, string_to_array(lats, ' ')::float8[], string_to_array(lngs, ' ')::float8[]
       from unnest($2::text[], $3::text[], $4::text[]) as p (key, lats, lngs)`,
      [source, batch.map(([key]) => key), batch.map(([, at]) => lats(at)), batch.map(([, at]) => lngs(at))],
    )
  await client.query('insert into address_index.states (key, source_id) select unnest($2::text[]), $1', [
    source,
    [...states],
  ])
}

function* batchesOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
