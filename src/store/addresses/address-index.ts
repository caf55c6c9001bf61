// Tables of GEOCODER=local: street names with their words, the streets and houses of each source, and the surroundings of
// locations. A source is a region or an imported file. All businesses share the data. The tables have a schema of their
// own, which the first import creates. Backups omit it, because it can be imported again.
import { sql } from 'kysely'
import pg from 'pg'
import type { SystemTx } from '../database.ts'

const SCHEMA = `
  create schema if not exists address_index;
  create table if not exists address_index.sources (
    source_id integer primary key generated always as identity,
    name text not null unique,
    mark text not null,
    is_list boolean not null,
    houses integer not null
  );
  create table if not exists address_index.words (
    word_id integer primary key generated always as identity,
    word text not null unique,
    names integer not null default 0,
    signatures text[] not null
  );
  create table if not exists address_index.names (
    name_id integer primary key generated always as identity,
    key text not null unique,
    name text not null,
    words text[] not null,
    joined text not null
  );
  create table if not exists address_index.name_words (
    word_id integer not null,
    name_id integer not null,
    primary key (word_id, name_id)
  );
  create table if not exists address_index.runs (
    run_id integer primary key generated always as identity,
    source_id integer not null,
    town text not null,
    is_place boolean not null,
    lat double precision not null,
    lng double precision not null,
    reach real not null,
    south double precision not null,
    west double precision not null,
    north double precision not null,
    east double precision not null,
    postcodes text[] not null,
    places text[] not null,
    houses integer not null,
    highest integer not null
  );
  create table if not exists address_index.run_names (
    name_id integer not null,
    run_id integer not null,
    primary key (name_id, run_id)
  );
  create table if not exists address_index.areas (
    area_id integer primary key generated always as identity,
    source_id integer not null,
    city text not null,
    city_text text not null,
    places text[] not null,
    postcode text not null,
    postcode_text text not null,
    state_text text not null
  );
  create table if not exists address_index.houses (
    run_id integer not null,
    main integer not null,
    raw text not null,
    to_number integer,
    estimated boolean not null,
    area_id integer not null,
    cell integer not null,
    lat double precision not null,
    lng double precision not null
  );
  create table if not exists address_index.roads (
    run_id integer not null,
    cell integer not null,
    line text not null
  );
  create table if not exists address_index.surroundings (
    cell bigint not null,
    source_id integer not null,
    inside text[] not null,
    near text[] not null,
    near_costs real[] not null,
    postcodes text[] not null,
    states text[] not null,
    primary key (cell, source_id)
  );
  create table if not exists address_index.places (
    key text not null,
    source_id integer not null,
    lats double precision[] not null,
    lngs double precision[] not null,
    is_region boolean not null,
    is_shaped boolean not null,
    signatures text[] not null,
    primary key (key, source_id)
  );
  create table if not exists address_index.postcodes (
    key text not null,
    source_id integer not null,
    lats double precision[] not null,
    lngs double precision[] not null,
    primary key (key, source_id)
  );
  create table if not exists address_index.states (
    key text not null,
    source_id integer not null,
    primary key (key, source_id)
  );
  create index if not exists words_by_start on address_index.words (word text_pattern_ops);
  create index if not exists words_by_signature on address_index.words using gin (signatures) with (fastupdate = off);
  create index if not exists names_joined on address_index.names (joined);
  create index if not exists name_words_by_name on address_index.name_words (name_id);
  create index if not exists runs_by_source on address_index.runs (source_id);
  create index if not exists run_names_by_run on address_index.run_names (run_id);
  create index if not exists houses_by_run on address_index.houses (run_id, main);
  create index if not exists houses_by_cell on address_index.houses (cell, main);
  create index if not exists roads_by_run on address_index.roads (run_id, cell);
  create index if not exists places_by_signature on address_index.places using gin (signatures) with (fastupdate = off);
  grant usage on schema address_index to roundsman_system;
  grant select on all tables in schema address_index to roundsman_system;`

const UNDEFINED_TABLE = '42P01'
const INVALID_SCHEMA = '3F000'

/** Creates the tables if they don't exist. */
export async function createAddressIndex(client: pg.Client): Promise<void> {
  // Two imports may start at once, and "if not exists" does not exclude concurrent creation.
  await client.query("select pg_advisory_lock(hashtext('address_index'))")
  try {
    await client.query(SCHEMA)
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('address_index'))")
  }
}

/** Returns the number of houses that were imported for the source from the file with this mark. Null if there is none. */
export async function findImportedHouseCount(client: pg.Client, name: string, mark: string): Promise<number | null> {
  const { rows } = await client.query<{ houses: number }>(
    'select houses from address_index.sources where name = $1 and mark = $2',
    [name, mark],
  )
  return rows[0]?.houses ?? null
}

/**
 * Runs `work` in a transaction that excludes other writers. Names are shared between sources, and another writer could
 * delete a name that is not yet used.
 */
export async function asExclusiveWriter<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('lock table address_index.sources in share row exclusive mode')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Updates the planner's statistics after an import. */
export const analyzeAddressIndex = async (client: pg.Client): Promise<void> =>
  void (await client.query(`analyze ${ANALYZED_TABLES.map((table) => `address_index.${table}`).join(', ')}`))

const ANALYZED_TABLES = [
  'words',
  'names',
  'name_words',
  'runs',
  'run_names',
  'areas',
  'houses',
  'roads',
  'surroundings',
  'places',
]

/** Returns whether an import has created the tables. */
export async function hasAddressIndex(tx: SystemTx): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('address_index.runs') is not null as there`.execute(tx)
  return rows[0]?.there ?? false
}

/** Returns whether the error means that no import has created the tables. */
export const isMissingIndexError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === UNDEFINED_TABLE || error.code === INVALID_SCHEMA)
