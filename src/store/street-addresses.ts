// The addresses behind GEOCODER=local: streets in one spelling and the houses along them, shared by all businesses.
// They have a schema of their own, made at the first import: what nobody imports needs no extension, and a backup
// leaves out what a file can bring back.
import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from './database.ts'

/** Spelt as by domain/us-address.ts; empty where the source doesn't say. */
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

export interface KnownStreet {
  streetId: number
  street: string
  city: string
  region: string
  postalCode: string
}

export interface KnownHouse {
  streetId: number
  number: number
  numberSuffix: string
  lat: number
  lng: number
}

const SCHEMA = `
  create schema if not exists address_index;
  create table if not exists address_index.streets (
    street_id integer generated always as identity primary key,
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
    lat double precision not null,
    lng double precision not null,
    primary key (street_id, number, number_suffix)
  );
  create index if not exists streets_by_postal_code on address_index.streets (postal_code);
  create index if not exists streets_by_likeness on address_index.streets using gin (street gin_trgm_ops);
  grant usage on schema address_index to roundsman_system;
  grant select on address_index.streets, address_index.houses to roundsman_system;`

const INSUFFICIENT_PRIVILEGE = '42501'
const UNDEFINED_FILE = '58P01'
const UNDEFINED_TABLE = '42P01'
const INVALID_SCHEMA = '3F000'

/** Makes the tables unless they are there. Throws a sentence for the operator when pg_trgm is not to be had. */
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

/** Adds a portion in one transaction; an address that is known already takes the new point. */
export async function saveStreetAddresses(client: pg.Client, portion: readonly StreetAddress[]): Promise<void> {
  const column = <K extends keyof StreetAddress>(key: K) => portion.map((address) => address[key])
  await client.query('begin')
  try {
    await client.query(
      `with given as (
         select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::float8[], $8::float8[])
           as g (street, city, region, postal_code, number, number_suffix, lat, lng)
       ), added as (
         insert into address_index.streets (street, city, region, postal_code)
         select distinct street, city, region, postal_code from given
         on conflict (street, city, region, postal_code) do update set street = excluded.street
         returning street_id, street, city, region, postal_code
       )
       insert into address_index.houses (street_id, number, number_suffix, lat, lng)
       select distinct on (street_id, number, number_suffix) street_id, number, number_suffix, lat, lng
       from given join added using (street, city, region, postal_code)
       on conflict (street_id, number, number_suffix) do update set lat = excluded.lat, lng = excluded.lng`,
      [
        column('street'),
        column('city'),
        column('region'),
        column('postalCode'),
        column('number'),
        column('numberSuffix'),
        column('lat'),
        column('lng'),
      ],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Has the planner know the tables' size after an import. */
export const analyzeAddressIndex = async (client: pg.Client): Promise<void> =>
  void (await client.query('analyze address_index.streets, address_index.houses'))

export interface StreetWanted {
  street: string
  /** Empty is any; a street whose own is unknown always counts. */
  region: string
  postalCode: string
}

const LEAST_LIKENESS = 0.35
const MOST_CANDIDATES = 60
/** Every town may have its Main Street. */
const MOST_NAMESAKES = 2_000

/** The streets spelt as wanted, to the letter. */
export async function streetsNamed(tx: Tx, { street, region, postalCode }: StreetWanted): Promise<KnownStreet[]> {
  const { rows } = await sql<StreetRow>`
    select street_id, street, city, region, postal_code from address_index.streets
    where street = ${street} and (${region} = '' or region in ('', ${region}))
      and (${postalCode} = '' or postal_code in ('', ${postalCode}))
    order by street_id limit ${MOST_NAMESAKES}`.execute(tx)
  return rows.map(streetOf)
}

/** The streets spelt the most like the one wanted, that one first. */
export async function likelyStreets(tx: Tx, wanted: StreetWanted): Promise<KnownStreet[]> {
  const { street, region, postalCode } = wanted
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(LEAST_LIKENESS)}, true)`.execute(tx)
  const { rows } = await sql<StreetRow>`
    select street_id, street, city, region, postal_code from address_index.streets
    where street % ${street} and (${region} = '' or region in ('', ${region}))
      and (${postalCode} = '' or postal_code in ('', ${postalCode}))
    order by similarity(street, ${street}) desc, street_id limit ${MOST_CANDIDATES}`.execute(tx)
  return rows.map(streetOf)
}

interface StreetRow {
  street_id: number
  street: string
  city: string
  region: string
  postal_code: string
}

const streetOf = (row: StreetRow): KnownStreet => ({
  streetId: row.street_id,
  street: row.street,
  city: row.city,
  region: row.region,
  postalCode: row.postal_code,
})

const NEIGHBOURS_A_SIDE = 4

/** The houses nearest to a number on each street, by number; without a number the one in the middle. */
export async function housesNear(
  tx: Tx,
  streetIds: readonly number[],
  number: number | null,
): Promise<Map<number, KnownHouse[]>> {
  const near =
    number === null
      ? sql`select * from address_index.houses h where h.street_id = s.street_id order by h.number
            offset (select count(*) / 2 from address_index.houses c where c.street_id = s.street_id) limit 1`
      : sql`(select * from address_index.houses h where h.street_id = s.street_id and h.number <= ${number}
             order by h.number desc, h.number_suffix limit ${NEIGHBOURS_A_SIDE})
            union all
            (select * from address_index.houses h where h.street_id = s.street_id and h.number > ${number}
             order by h.number, h.number_suffix limit ${NEIGHBOURS_A_SIDE})`
  const { rows } = await sql<{ street_id: number; number: number; number_suffix: string; lat: number; lng: number }>`
    select n.* from unnest(${[...streetIds]}::int[]) as s (street_id), lateral (${near}) n`.execute(tx)
  const houses = new Map<number, KnownHouse[]>(streetIds.map((id) => [id, []]))
  for (const row of rows)
    houses.get(row.street_id)?.push({
      streetId: row.street_id,
      number: row.number,
      numberSuffix: row.number_suffix,
      lat: row.lat,
      lng: row.lng,
    })
  return houses
}

/** Whether an import ever made the tables. */
export async function hasAddressIndex(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('address_index.streets') is not null as there`.execute(tx)
  return rows[0]?.there ?? false
}

/** Whether the error says that nothing was ever imported. */
export const isUnprepared = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === UNDEFINED_TABLE || error.code === INVALID_SCHEMA)
