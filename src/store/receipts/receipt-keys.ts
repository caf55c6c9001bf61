// The installation's keys that sign receipts: the current key, whose private half is sealed, and the previous keys.
// Keys are created and retired as the owner of the tables.
import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'

export interface ReceiptKey {
  kid: string
  publicKey: string
  retiredAt: Date | null
}

export interface SealedReceiptKey {
  kid: string
  publicKey: string
  privateKey: Buffer
}

/** Returns all keys, newest first. */
export const receiptKeys = (db: Database): Promise<ReceiptKey[]> =>
  db.query('select kid, public_key, retired_at from receipt_keys order by made_at desc, kid', [])

export async function sealedReceiptKey(db: Database): Promise<SealedReceiptKey | null> {
  const [row] = await db.query<SealedReceiptKey>(
    'select kid, public_key, private_key from receipt_keys where retired_at is null',
    [],
  )
  return row ?? null
}

/** Returns the current key and keeps it current until the transaction ends. Null if there is none. */
export async function lockReceiptKey(tx: Tx): Promise<SealedReceiptKey | null> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(tx)
  const row = await tx
    .selectFrom('receiptKeys')
    .select(['kid', 'publicKey', 'privateKey'])
    .where('retiredAt', 'is', null)
    .executeTakeFirst()
  return row?.privateKey ? { ...row, privateKey: row.privateKey } : null
}

/** Stores the key unless one exists. */
export async function addReceiptKey(db: Database, key: SealedReceiptKey, now: Date): Promise<void> {
  await db.query(
    'insert into receipt_keys (kid, public_key, private_key, made_at) values ($1, $2, $3, $4) on conflict do nothing',
    [key.kid, key.publicKey, key.privateKey, now],
  )
}

/**
 * Replaces the current key and deletes the private half of the replaced key. Waits for transactions that are signing,
 * so that no receipt is signed with a retired key. Returns the ID of the retired key, or null if there was none.
 */
export async function replaceReceiptKey(db: Database, key: SealedReceiptKey, now: Date): Promise<string | null> {
  const [row] = await db.query<{ retired: string | null }>(
    `with waited as materialized (select pg_advisory_xact_lock($5::bigint)),
      retired as (
        update receipt_keys set private_key = null, retired_at = greatest($4::timestamptz, made_at)
        from waited where retired_at is null returning kid),
      added as (
        insert into receipt_keys (kid, public_key, private_key, made_at)
        select $1, $2, $3::bytea, $4::timestamptz from (select count(*) from retired) once returning kid)
    select (select kid from retired) as retired from added`,
    [key.kid, key.publicKey, key.privateKey, now, LOCK],
  )
  return row?.retired ?? null
}

/** Advisory lock, shared by transactions that sign, and exclusive for the replacement of the key. */
const LOCK = 5_220_052
