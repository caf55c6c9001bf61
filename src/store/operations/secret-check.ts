// The signature that tells whether the application's secret is the one that the database is used with.
import type { Database } from '../database.ts'

/** The signature kept; null before the first start. */
export async function readSecretCheck(db: Database): Promise<string | null> {
  const [row] = await db.query<{ signature: string }>('select signature from secret_check', [])
  return row?.signature ?? null
}

/** Keeps the signature unless there is one. */
export async function addSecretCheck(db: Database, signature: string): Promise<void> {
  await db.query('insert into secret_check (signature) values ($1) on conflict do nothing', [signature])
}

export async function replaceSecretCheck(db: Database, signature: string): Promise<void> {
  await db.query(
    'insert into secret_check (signature) values ($1) on conflict (only_row) do update set signature = excluded.signature',
    [signature],
  )
}
