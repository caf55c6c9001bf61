// What is imported for GEOCODER=local: streets in one spelling, the houses along them and the roads of that name, shared
// by all businesses. A road's street has no city, region or postal code: those are of the addresses around it. They have a schema of their own, made at the first import: what nobody imports needs no extension, and a backup
// leaves out what a file can bring back.
import { sql } from 'kysely'
import pg from 'pg'
import { cellOf } from '../../domain/geo/map-cell.ts'
import type { Point } from '../../domain/orders/order.ts'
import { encodePolyline } from '../../domain/geo/polyline.ts'
import { type Line, middleOf, piecesOf } from '../../domain/addresses/street-lines.ts'
import type { SystemTx } from '../database.ts'

/** Spelt as by domain/addresses/us-address.ts; empty where the source doesn't say. */
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

/** A way with its names, spelt as by domain/addresses/us-address.ts. */
export interface Road {
  wayId: number
  streets: readonly string[]
  line: Line
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
    cell integer not null,
    primary key (street_id, number, number_suffix)
  );
  create table if not exists address_index.roads (
    way_id bigint not null,
    street_id integer not null references address_index.streets,
    piece integer not null,
    cell integer not null,
    line text not null,
    primary key (way_id, street_id, piece)
  );
  create table if not exists address_index.localities (
    cell integer not null,
    city text not null,
    region text not null,
    postal_code text not null,
    primary key (cell, city, region, postal_code)
  );
  create index if not exists houses_by_cell on address_index.houses (cell, number);
  create index if not exists roads_by_street on address_index.roads (street_id, cell);
  create index if not exists localities_by_postal_code on address_index.localities (postal_code);
  create index if not exists streets_by_postal_code on address_index.streets (postal_code);
  create index if not exists streets_by_likeness on address_index.streets using gin (street gin_trgm_ops);
  grant usage on schema address_index to roundsman_system;
  grant select on all tables in schema address_index to roundsman_system;`

/** After the point of a line's degrees: a tenth of a meter. */
export const LINE_DIGITS = 6

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
  await inTransaction(client, async () => {
    await client.query(
      `with given as (
         select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::float8[],
                              $8::float8[], $9::int[])
           as g (street, city, region, postal_code, number, number_suffix, lat, lng, cell)
       ), near as (
         insert into address_index.localities (cell, city, region, postal_code)
         select distinct cell, city, region, postal_code from given on conflict do nothing
       ), added as (
         insert into address_index.streets (street, city, region, postal_code)
         select distinct street, city, region, postal_code from given
         on conflict (street, city, region, postal_code) do update set street = excluded.street
         returning street_id, street, city, region, postal_code
       )
       insert into address_index.houses (street_id, number, number_suffix, lat, lng, cell)
       select distinct on (street_id, number, number_suffix) street_id, number, number_suffix, lat, lng, cell
       from given join added using (street, city, region, postal_code)
       on conflict (street_id, number, number_suffix)
         do update set lat = excluded.lat, lng = excluded.lng, cell = excluded.cell`,
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
  })
}

/** Adds a portion in one transaction; a way that is known already is replaced. */
export async function saveRoads(client: pg.Client, portion: readonly Road[]): Promise<void> {
  const rows = portion.flatMap(({ wayId, streets, line }) =>
    piecesOf(line).flatMap((points, piece) => {
      const cell = cellOf(middleOf([points])?.point ?? (points[0] as Point))
      return streets.map((street) => ({ wayId, street, piece, cell, line: encodePolyline(points, LINE_DIGITS) }))
    }),
  )
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key])
  await inTransaction(client, async () => {
    await client.query('delete from address_index.roads where way_id = any($1::bigint[])', [
      portion.map(({ wayId }) => wayId),
    ])
    await client.query(
      `with given as (
         select * from unnest($1::bigint[], $2::text[], $3::int[], $4::int[], $5::text[])
           as g (way_id, street, piece, cell, line)
       ), added as (
         insert into address_index.streets (street, city, region, postal_code)
         select distinct street, '', '', '' from given
         on conflict (street, city, region, postal_code) do update set street = excluded.street
         returning street_id, street
       )
       insert into address_index.roads (way_id, street_id, piece, cell, line)
       select way_id, street_id, piece, cell, line from given join added using (street)
       on conflict (way_id, street_id, piece) do nothing`,
      [column('wayId'), column('street'), column('piece'), column('cell'), column('line')],
    )
  })
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Has the planner know the tables' size after an import. */
export const analyzeAddressIndex = async (client: pg.Client): Promise<void> =>
  void (await client.query(
    'analyze address_index.streets, address_index.houses, address_index.roads, address_index.localities',
  ))

/** Whether an import ever made the tables. */
export async function hasAddressIndex(tx: SystemTx): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('address_index.localities') is not null as there`.execute(tx)
  return rows[0]?.there ?? false
}

/** Whether the error says that nothing was ever imported. */
export const isUnprepared = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === UNDEFINED_TABLE || error.code === INVALID_SCHEMA)
