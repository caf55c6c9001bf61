// Hours that the office set for the streets of addresses. They replace the hours of the map.
import { sql } from 'kysely'
import type { Address } from '../../domain/orders/order.ts'
import { addressKey } from '../../domain/addresses/us-address.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import type { Tx } from '../database.ts'
import { deleteOwn, insertOwn, selectOwn } from '../own.ts'

/** Stores the hours of an address. Null removes them, so that the hours of the map apply. Returns the previous hours. */
export async function setAddressHours(
  tx: Tx,
  address: Address,
  hours: string | null,
  now: Date,
): Promise<string | null> {
  const key = addressKey(address)
  const before = await selectOwn(tx, 'addressStreetHours', { address: key }).select('streetHours').executeTakeFirst()
  if (hours === null) await deleteOwn(tx, 'addressStreetHours', { address: key }).execute()
  else
    await insertOwn(tx, 'addressStreetHours', { address: key, streetHours: hours, setAt: now })
      .onConflict((conflict) =>
        conflict.columns(['businessId', 'address']).doUpdateSet({ streetHours: hours, setAt: now }),
      )
      .execute()
  return before?.streetHours ?? null
}

/** Returns the hours of an address. Null if the business set none. */
export async function findAddressHours(tx: Tx, address: Address): Promise<string | null> {
  const key = addressKey(address)
  return (await hoursByKey(tx, [key])).get(key) ?? null
}

/** Returns the orders with the hours of their addresses in their rules. The result is for reading only: it must not be stored as orders. */
export async function atAddresses<Of extends { address: Address; rules: OrderRules | null }>(
  tx: Tx,
  orders: readonly Of[],
): Promise<Of[]> {
  const keys = orders.map(({ address }) => addressKey(address))
  const hours = await hoursByKey(tx, keys)
  return orders.map((order, i) => withHours(order, hours.get(keys[i] ?? '')))
}

const withHours = <Of extends { rules: OrderRules | null }>(of: Of, addressHours: string | undefined): Of =>
  addressHours === undefined ? of : { ...of, rules: { ...of.rules, addressHours } }

async function hoursByKey(tx: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ address: string; streetHours: string }>`
    select address, street_hours from address_street_hours
    where business_uuid = ${tx.businessId}::uuid and address = any(${[...new Set(keys)]}::text[])`.execute(tx)
  return new Map(rows.map(({ address, streetHours }) => [address, streetHours]))
}

/** Column of a query: whether the business set hours for any address. PostgreSQL computes it once per query. */
export const hasAddressHours = (tx: Tx) =>
  sql<boolean>`exists (select from address_street_hours where business_uuid = ${tx.businessId}::uuid)`.as(
    'hasAddressHours',
  )

interface AtAddress extends Omit<Address, 'postalCode'> {
  postalCode: string | null
  rules: OrderRules | null
  hasAddressHours: boolean
}

/** Returns the rows with the hours of their addresses in their rules. */
export async function withAddressHours<Row extends AtAddress>(tx: Tx, rows: readonly Row[]): Promise<Row[]> {
  if (!rows[0]?.hasAddressHours) return [...rows]
  const keys = rows.map(addressKey)
  const hours = await hoursByKey(tx, keys)
  return rows.map((row, i) => withHours(row, hours.get(keys[i] ?? '')))
}
