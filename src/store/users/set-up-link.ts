// The one-time link by which the first business is created.
import type { Database } from '../database.ts'

/** Replaces the previous link. Returns false if a business already exists. */
export async function renewSetUpLink(db: Database, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.query(
    `insert into set_up_link (token_hash) select $1 where not exists (select from businesses)
     on conflict (single) do update set token_hash = excluded.token_hash returning single`,
    [tokenHash],
  )
  return rows.length === 1
}

/** Returns whether this is the link that creates the first business. */
export async function isSetUpLink(db: Database, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.query('select from set_up_link where token_hash = $1 and not exists (select from businesses)', [
    tokenHash,
  ])
  return rows.length === 1
}

/** Uses up the link. Returns false if it is the wrong link or a business already exists. */
export async function claimSetUpLink(db: Database, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.query(
    'delete from set_up_link where token_hash = $1 and not exists (select from businesses) returning single',
    [tokenHash],
  )
  return rows.length === 1
}
