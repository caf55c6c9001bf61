// Imported data for GEOCODER=local: streets in a uniform spelling, their houses, and the roads with their names. All
// businesses share the data. Houses and roads belong to the region or list that they came from. If regions overlap,
// both contain them. The street of a road has no city, region or postal code, because the addresses around it have
// them. The tables have a schema of their own, which the first import creates. Installations without imports therefore
// don't need the extension, and backups omit data that can be imported again.
import { sql } from 'kysely'
import pg from 'pg'
import { cellOf } from '../../domain/geo/map-cell.ts'
import type { Point } from '../../domain/orders/order.ts'
import { encodePolyline } from '../../domain/geo/polyline.ts'
import { type Line, middleOf, piecesOf } from '../../domain/addresses/street-lines.ts'
import type { SystemTx } from '../database.ts'

/** Spelled as by domain/addresses/us-address.ts. Values that the source lacks are empty. */
export interface StreetAddress {
  street: string
  city: string
  region: string
  postalCode: string
  number: number
  numberSuffix: string
  lat: number
  lng: number
}

/** Source ID of all imported lists. The removal of a region doesn't affect them. */
const LISTS = 0

/** A way with its names, spelled as by domain/addresses/us-address.ts. */
export interface Road {
  wayId: number
  streets: readonly string[]
  line: Line
}

const SCHEMA = `
  create schema if not exists address_index;
  create table if not exists address_index.sources (
    source_id integer primary key generated always as identity (start with ${LISTS + 1}),
    name text not null unique,
    mark text not null,
    houses integer not null
  );
  create table if not exists address_index.streets (
    street_id integer primary key generated always as identity,
    street text not null,
    city text not null,
    region text not null,
    postal_code text not null,
    unique (street, city, region, postal_code)
  );
  create table if not exists address_index.houses (
    street_id integer not null references address_index.streets,
    number integer not null,
    number_suffix text not null,
    source_id integer not null references address_index.sources,
    lat double precision not null,
    lng double precision not null,
    cell integer not null,
    primary key (street_id, number, number_suffix, source_id)
  );
  create table if not exists address_index.roads (
    way_id bigint not null,
    street_id integer not null references address_index.streets,
    piece integer not null,
    source_id integer not null references address_index.sources,
    cell integer not null,
    line text not null,
    primary key (way_id, street_id, piece, source_id)
  );
  create table if not exists address_index.localities (
    cell integer not null,
    city text not null,
    region text not null,
    postal_code text not null,
    source_id integer not null references address_index.sources,
    primary key (cell, city, region, postal_code, source_id)
  );
  create index if not exists houses_by_cell on address_index.houses (cell, number);
  create index if not exists roads_by_street on address_index.roads (street_id, cell);
  create index if not exists localities_by_postal_code on address_index.localities (postal_code);
  create index if not exists streets_by_postal_code on address_index.streets (postal_code);
  create index if not exists streets_by_likeness on address_index.streets using gin (street gin_trgm_ops);
  insert into address_index.sources (source_id, name, mark, houses) overriding system value
    values (${LISTS}, '', '', 0) on conflict do nothing;
  grant usage on schema address_index to roundsman_system;
  grant select on all tables in schema address_index to roundsman_system;`

/** Decimal places of the degrees of a line, which resolve a tenth of a meter. */
export const LINE_DIGITS = 6

const INSUFFICIENT_PRIVILEGE = '42501'
const UNDEFINED_FILE = '58P01'
const UNDEFINED_TABLE = '42P01'
const INVALID_SCHEMA = '3F000'

/**
 * Creates the tables if they don't exist. If pg_trgm is unavailable, throws an error with a message for the operator.
 */
export async function prepareAddressIndex(client: pg.Client): Promise<void> {
  try {
    await client.query('create extension if not exists pg_trgm')
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (code !== INSUFFICIENT_PRIVILEGE && code !== UNDEFINED_FILE) throw error
    const why = code === UNDEFINED_FILE ? "is not installed on the server (PostgreSQL's contrib package)" : 'is missing'
    throw new Error(
      `The extension pg_trgm ${why}: have an administrator run "create extension pg_trgm" in this database, then import again.`,
      { cause: error },
    )
  }
  await client.query(SCHEMA)
}

/**
 * Creates session tables for the rows that are read from a file. Other sessions can't see them, and they end with the
 * session.
 */
export const openStage = async (client: pg.Client): Promise<void> =>
  void (await client.query(`
    create temp table staged_houses (
      street text, city text, region text, postal_code text, number integer, number_suffix text,
      lat double precision, lng double precision, cell integer, at integer generated always as identity
    );
    create temp table staged_roads (way_id bigint, street text, piece integer, cell integer, line text)`))

export async function stageStreetAddresses(client: pg.Client, portion: readonly StreetAddress[]): Promise<void> {
  const column = <K extends keyof StreetAddress>(key: K) => portion.map((address) => address[key])
  await client.query(
    `insert into pg_temp.staged_houses (street, city, region, postal_code, number, number_suffix, lat, lng, cell)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::float8[],
                          $8::float8[], $9::int[])`,
    [
      column('street'),
      column('city'),
      column('region'),
      column('postalCode'),
      column('number'),
      column('numberSuffix'),
      column('lat'),
      column('lng'),
      portion.map(cellOf),
    ],
  )
}

export async function stageRoads(client: pg.Client, portion: readonly Road[]): Promise<void> {
  const rows = portion.flatMap(({ wayId, streets, line }) =>
    piecesOf(line).flatMap((points, piece) => {
      const cell = cellOf(middleOf([points])?.point ?? (points[0] as Point))
      return streets.map((street) => ({ wayId, street, piece, cell, line: encodePolyline(points, LINE_DIGITS) }))
    }),
  )
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key])
  await client.query(
    `insert into pg_temp.staged_roads (way_id, street, piece, cell, line)
     select * from unnest($1::bigint[], $2::text[], $3::int[], $4::int[], $5::text[])`,
    [column('wayId'), column('street'), column('piece'), column('cell'), column('line')],
  )
}

/**
 * Adds the staged rows to the imported lists. An existing address gets the new location, and an existing way its new
 * line.
 */
export const addStagedToLists = (client: pg.Client): Promise<void> =>
  asOnlyWriter(client, async () => {
    await client.query(
      'delete from address_index.roads where source_id = $1 and way_id in (select way_id from pg_temp.staged_roads)',
      [LISTS],
    )
    await addStaged(client, LISTS)
    await client.query('truncate pg_temp.staged_houses, pg_temp.staged_roads')
  })

/**
 * Replaces the region's data with the staged rows, in one transaction. `mark` identifies the file. Returns the number
 * of the region's houses.
 */
export async function replaceRegionAddresses(
  client: pg.Client,
  name: string,
  mark: string,
  progress: (part: number) => void,
): Promise<number> {
  return asOnlyWriter(client, async () => {
    const { rows } = await client.query<{ source_id: number; houses: number }>(
      `insert into address_index.sources (name, mark, houses)
       select $1, $2, count(distinct (street, city, region, postal_code, number, number_suffix)) from pg_temp.staged_houses
       on conflict (name) do update set mark = excluded.mark, houses = excluded.houses
       returning source_id, houses`,
      [name, mark],
    )
    const [source] = rows as [(typeof rows)[number]]
    await deleteOf(client, source.source_id)
    progress(0.2)
    await addStaged(client, source.source_id, (part) => progress(0.2 + 0.7 * part))
    await deleteBareStreets(client)
    return source.houses
  })
}

/** Removes the region's data. Returns false if the region has none. */
export const removeRegionAddresses = (client: pg.Client, name: string): Promise<boolean> =>
  asOnlyWriter(client, async () => {
    const { rows } = await client.query<{ source_id: number }>(
      "select source_id from address_index.sources where name = $1 and name <> ''",
      [name],
    )
    const [source] = rows
    if (!source) return false
    await deleteOf(client, source.source_id)
    await client.query('delete from address_index.sources where source_id = $1', [source.source_id])
    await deleteBareStreets(client)
    return true
  })

/**
 * Returns the number of houses that were imported for the region from the file with this mark. Null if the file was not
 * imported.
 */
export async function regionHouses(client: pg.Client, name: string, mark: string): Promise<number | null> {
  const { rows } = await client.query<{ houses: number }>(
    'select houses from address_index.sources where name = $1 and mark = $2',
    [name, mark],
  )
  return rows[0]?.houses ?? null
}

/** Adds the staged rows. If an address is staged twice, the later row counts. */
async function addStaged(
  client: pg.Client,
  source: number,
  progress: (part: number) => void = () => {},
): Promise<void> {
  for (const [done, add] of ADDING.entries()) {
    await client.query(add, add.includes('$1') ? [source] : [])
    progress((done + 1) / ADDING.length)
  }
}

const ADDING = [
  `insert into address_index.streets (street, city, region, postal_code)
   select street, city, region, postal_code from pg_temp.staged_houses
   union select street, '', '', '' from pg_temp.staged_roads
   on conflict do nothing`,
  `insert into address_index.houses (street_id, number, number_suffix, source_id, lat, lng, cell)
   select distinct on (street_id, number, number_suffix) street_id, number, number_suffix, $1::int, lat, lng, cell
   from pg_temp.staged_houses join address_index.streets using (street, city, region, postal_code)
   order by street_id, number, number_suffix, at desc
   on conflict (street_id, number, number_suffix, source_id)
     do update set lat = excluded.lat, lng = excluded.lng, cell = excluded.cell`,
  `insert into address_index.roads (way_id, street_id, piece, source_id, cell, line)
   select r.way_id, s.street_id, r.piece, $1::int, r.cell, r.line
   from pg_temp.staged_roads r join address_index.streets s
     on s.street = r.street and s.city = '' and s.region = '' and s.postal_code = ''
   on conflict do nothing`,
  `insert into address_index.localities (cell, city, region, postal_code, source_id)
   select distinct cell, city, region, postal_code, $1::int from pg_temp.staged_houses on conflict do nothing`,
]

async function deleteOf(client: pg.Client, source: number): Promise<void> {
  for (const table of ['houses', 'roads', 'localities'])
    await client.query(`delete from address_index.${table} where source_id = $1`, [source])
}

/** Deletes streets without houses and roads. Otherwise, the geocoder would still match addresses to their names. */
const deleteBareStreets = async (client: pg.Client): Promise<void> =>
  void (await client.query(
    `delete from address_index.streets s
     where not exists (select from address_index.houses h where h.street_id = s.street_id)
       and not exists (select from address_index.roads r where r.street_id = s.street_id)`,
  ))

/**
 * Runs `work` in a transaction that excludes other writers. A street that was just added would otherwise be deleted,
 * because it has no houses yet.
 */
async function asOnlyWriter<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('lock table address_index.sources in share row exclusive mode')
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Updates the planner's statistics after an import. */
export const analyzeAddressIndex = async (client: pg.Client): Promise<void> =>
  void (await client.query(
    'analyze address_index.streets, address_index.houses, address_index.roads, address_index.localities',
  ))

/** Returns whether a house of the town is known. Also true if no house has a town. */
export async function hasTown(
  tx: SystemTx,
  { city, region }: Pick<StreetAddress, 'city' | 'region'>,
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from address_index.localities
                   where city = ${city} and (region = ${region} or region = '' or ${region} = ''))
        or not exists (select from address_index.localities where city <> '') as known`.execute(tx)
  return rows[0]?.known ?? true
}

/** Returns whether an import has created the tables. */
export async function hasAddressIndex(tx: SystemTx): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('address_index.sources') is not null as there`.execute(tx)
  return rows[0]?.there ?? false
}

/** Returns whether the error means that no import has created the tables. */
export const isUnprepared = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === UNDEFINED_TABLE || error.code === INVALID_SCHEMA)
