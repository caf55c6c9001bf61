// Signature that shows whether the application's secret belongs to the database.
import type { Database } from '../database.ts'

/** Returns the stored signature. Null before the first start. */
export async function readSecretCheck(db: Database): Promise<string | null> {
  const [row] = await db.query<{ signature: string }>('select signature from secret_check', [])
  return row?.signature ?? null
}

/** Stores the signature unless one exists. */
export async function addSecretCheck(db: Database, signature: string): Promise<void> {
  await db.query('insert into secret_check (signature) values ($1) on conflict do nothing', [signature])
}

export async function replaceSecretCheck(db: Database, signature: string): Promise<void> {
  await db.query(
    'insert into secret_check (signature) values ($1) on conflict (only_row) do update set signature = excluded.signature',
    [signature],
  )
}
