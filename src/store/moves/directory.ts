// Finds businesses for the directory of installations (docs/decisions/048-installations-ask-each-other.md).
import type { FoundBy, TokenKind } from '../../domain/installations.ts'
import type { Database, SystemTx } from '../database.ts'

/** Returns the businesses that this database serves, with their test sides. Includes businesses that are held. */
export async function servedBusinesses(tx: SystemTx): Promise<string[]> {
  const rows = await tx
    .selectFrom('businesses as b')
    .leftJoin('moves as m', 'm.businessId', 'b.businessId')
    .select('b.businessId')
    .where((eb) => eb.or([eb('m.place', 'is', null), eb('m.place', 'not in', ['GONE', 'COMING'])]))
    .execute()
  return rows.map(({ businessId }) => businessId)
}

/** Tokens of people in the office, which are read before a business is known. */
type EntryKind = keyof typeof ENTRY_TABLES
const ENTRY_TABLES = { SESSION: 'sessions', USER_LINK: 'user_links' } as const
const isEntryKind = (kind: TokenKind): kind is EntryKind => kind in ENTRY_TABLES

type Finder = (tx: SystemTx, value: Buffer) => Promise<{ businessId: string } | undefined>
type FinderByUuid = (tx: SystemTx, uuid: string) => Promise<{ businessId: string } | undefined>

const BY_HASH: Record<Exclude<TokenKind, EntryKind | 'CONNECTOR' | 'FILE' | 'LOGO'>, Finder> = {
  KEY: (tx, hash) => tx.selectFrom('apiKeys').select('businessId').where('hash', '=', hash).executeTakeFirst(),
  ROUTE: (tx, hash) =>
    tx
      .selectFrom('routes')
      .select('businessId')
      .where((eb) => eb.or([eb('linkHash', '=', hash), eb('previousLinkHash', '=', hash)]))
      .unionAll(tx.selectFrom('endedLinks').select('businessId').where('hash', '=', hash))
      .executeTakeFirst(),
  DRIVER_PAGE: (tx, hash) =>
    tx
      .selectFrom('driverHomes')
      .select('businessId')
      .where((eb) => eb.or([eb('hash', '=', hash), eb('previousHash', '=', hash)]))
      .executeTakeFirst(),
  TRACKING: (tx, hash) =>
    tx
      .selectFrom('orders')
      .select('businessId')
      .where((eb) => eb.or([eb('trackingHash', '=', hash), eb('previousTrackingHash', '=', hash)]))
      .executeTakeFirst(),
  RECEIPT: (tx, hash) =>
    tx
      .selectFrom('receipts')
      .select('businessId')
      .where((eb) => eb.or([eb('linkHash', '=', hash), eb('previousLinkHash', '=', hash)]))
      .executeTakeFirst(),
}

const BY_UUID: Record<'CONNECTOR' | 'FILE' | 'LOGO', FinderByUuid> = {
  CONNECTOR: (tx, id) =>
    tx.selectFrom('connectors').select('businessId').where('connectorId', '=', id).executeTakeFirst(),
  FILE: (tx, id) =>
    tx
      .selectFrom('proofs')
      .select('businessId')
      .where('proofId', '=', id)
      .unionAll(tx.selectFrom('refusedProofs').select('businessId').where('proofId', '=', id))
      .executeTakeFirst(),
  LOGO: (tx, id) => tx.selectFrom('businesses').select('businessId').where('logoFile', '=', id).executeTakeFirst(),
}

/**
 * Returns the business that the token belongs to. Null if the token is unknown here, or if its business has not arrived
 * yet. A business that has left is still returned.
 */
export async function businessOf(db: Database, { kind, value }: FoundBy): Promise<string | null> {
  const ofEntry = isEntryKind(kind) ? await businessOfEntry(db, kind, value) : null
  return db.asSystem(async (tx) => {
    const found = isEntryKind(kind) ? ofEntry : await businessOfToken(tx, kind, value)
    return found && !(await isComing(tx, found.businessId)) ? found.businessId : null
  })
}

/**
 * Returns the businesses of this database that another installation serves. Their users and links are stale, or not
 * complete yet.
 */
export async function businessesElsewhere(db: Database): Promise<Set<string>> {
  const rows = await db.asSystem((tx) =>
    tx.selectFrom('moves').select('businessId').where('place', 'in', ['GONE', 'COMING']).execute(),
  )
  return new Set(rows.map(({ businessId }) => businessId))
}

async function businessOfEntry(db: Database, kind: EntryKind, value: string): Promise<{ businessId: string } | null> {
  const [row] = await db.query<{ businessId: string }>(
    `select business_uuid from ${ENTRY_TABLES[kind]} where token_hash = $1`,
    [Buffer.from(value, 'base64url')],
  )
  return row ?? null
}

const businessOfToken = (tx: SystemTx, kind: Exclude<TokenKind, EntryKind>, value: string) =>
  kind === 'CONNECTOR' || kind === 'FILE' || kind === 'LOGO'
    ? BY_UUID[kind](tx, value)
    : BY_HASH[kind](tx, Buffer.from(value, 'base64url'))

async function isComing(tx: SystemTx, businessId: string): Promise<boolean> {
  const move = await tx.selectFrom('moves').select('place').where('businessId', '=', businessId).executeTakeFirst()
  return move?.place === 'COMING'
}
