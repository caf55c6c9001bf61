// Sessions of signed-in users. They are read before a business is known, and therefore outside row-level security.
import { deleteOwn, insertOwn, selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import type { OfficeLanguage } from '../../domain/users/office-language.ts'
import type { Formats } from '../../domain/formats.ts'
import type { UserRole } from '../../domain/users/permissions.ts'

export interface SignedIn {
  sessionId: string
  /** The business whose data is shown: the user's business or its test side. */
  businessId: string
  /** The business that the user belongs to. */
  homeId: string
  onTestSide: boolean
  businessName: string
  timeZone: string
  formats: Formats
  userId: string
  userName: string
  email: string
  role: UserRole
  /** Depots that the user is restricted to. Null: all. */
  depots: string[] | null
  hasTotp: boolean
  hasPasskey: boolean
  /** Whether the user also has an identity at the company's identity provider. */
  hasCompany: boolean
  /** Whether the business requires a second factor of users who sign in with a password. */
  requiresSecondFactor: boolean
  /** Whether the session may do nothing until the user has added a second factor. */
  mustAddSecondFactor: boolean
  /**
   * Language that the user chose. Null if none.
   * `officeLanguage`: language that the business chose. Null if none.
   */
  language: OfficeLanguage | null
  officeLanguage: OfficeLanguage | null
  lastSeenAt: Date
  /** Time at which the user last confirmed their identity. Null for sessions that are older than this confirmation. */
  confirmedAt: Date | null
}

export async function insertSession(
  tx: Tx,
  session: {
    sessionId: string
    userId: string
    tokenHash: Buffer
    browser: string | null
    byCompany: boolean
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await insertOwn(tx, 'sessions', {
    sessionId: session.sessionId,
    userId: session.userId,
    tokenHash: session.tokenHash,
    browser: session.browser,
    byCompany: session.byCompany,
    createdAt: session.now,
    lastSeenAt: session.now,
    confirmedAt: session.now,
    expiresAt: session.expiresAt,
  }).execute()
}

/** SQL for the depots of a user. An owner sees all depots, even if depots from an earlier role are stored. */
const OWN_DEPOTS = `case when u.role <> 'OWNER' then u.depots end`

const HAS_PASSKEY = `exists (
  select from passkeys p where p.business_uuid = u.business_uuid and p.user_uuid = u.user_uuid)`
const HAS_COMPANY = `exists (
  select from identities i join single_sign_on o using (business_uuid, issuer)
  where i.business_uuid = u.business_uuid and i.user_uuid = u.user_uuid)`
/** A session by the company is exempt as long as the user can sign in there. `h`: the business of the user. */
const MUST_ADD_SECOND_FACTOR = `(h.requires_second_factor and u.totp_secret is null and not ${HAS_PASSKEY}
  and not (s.by_company and ${HAS_COMPANY}))`

/** Returns the session with this token. Null if there is none or it has expired. */
export async function findSession(db: Database, tokenHash: Buffer, now: Date): Promise<SignedIn | null> {
  const [row] = await db.query<Omit<SignedIn, 'formats'> & Formats>(
    `select s.session_uuid, b.business_uuid, s.business_uuid as home_id, s.on_test_side, b.name as business_name, b.time_zone, b.units, b.clock, b.date_format,
            b.office_language, u.user_uuid, u.name as user_name, u.email, u.role, ${OWN_DEPOTS} as depots, u.totp_secret is not null as has_totp,
            ${HAS_PASSKEY} as has_passkey, ${HAS_COMPANY} as has_company, h.requires_second_factor,
            ${MUST_ADD_SECOND_FACTOR} as must_add_second_factor, u.language, s.last_seen_at, s.confirmed_at
     from sessions s join users u using (business_uuid, user_uuid) join businesses h using (business_uuid)
     join businesses b on b.business_uuid = case when s.on_test_side
       then (select t.business_uuid from businesses t where t.test_of = s.business_uuid) else s.business_uuid end
     where s.token_hash = $1 and s.expires_at > $2`,
    [tokenHash, now],
  )
  if (!row) return null
  const { units, clock, dateFormat, ...session } = row
  return { ...session, formats: { units, clock, dateFormat } }
}

export type UserRights = Pick<SignedIn, 'role' | 'depots'>

/**
 * Returns the current role and depots of the sessions that may read data of the business, keyed by session ID. They have
 * not expired, and have the second factor that the business requires.
 */
export async function rightsOfSessions(
  tx: Tx,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, UserRights>> {
  const rows = await tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', (on) => on.onRef('u.businessId', '=', 's.businessId').onRef('u.userId', '=', 's.userId'))
    .innerJoin('businesses as h', 'h.businessId', 's.businessId')
    .select(['s.sessionId', 'u.role', sql<string[] | null>`${sql.raw(OWN_DEPOTS)}`.as('depots')])
    .where('s.businessId', '=', tx.businessId)
    .where((eb) => eb('s.sessionId', '=', sql<string>`any(${sessionIds}::uuid[])`))
    .where('s.expiresAt', '>', now)
    .where(sql<boolean>`not ${sql.raw(MUST_ADD_SECOND_FACTOR)}`)
    .execute()
  return new Map(rows.map(({ sessionId, ...standing }) => [sessionId, standing]))
}

export interface ListedSession {
  sessionId: string
  browser: string | null
  createdAt: Date
  lastSeenAt: Date
}

/** Returns a user's sessions, most recently seen first. */
export const listSessions = (tx: Tx, userId: string, now: Date): Promise<ListedSession[]> =>
  selectOwn(tx, 'sessions', { userId })
    .select(['sessionId', 'browser', 'createdAt', 'lastSeenAt'])
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('sessionId')
    .execute()

/** Returns the number of sessions of each user who is signed in, and the last request in them, keyed by user ID. */
export async function sessionsByUser(tx: Tx, now: Date): Promise<Map<string, { sessions: number; lastSeenAt: Date }>> {
  const rows = await selectOwn(tx, 'sessions')
    .select((eb) => ['userId', eb.fn.countAll<string>().as('sessions'), eb.fn.max('lastSeenAt').as('lastSeenAt')])
    .where('expiresAt', '>', now)
    .groupBy('userId')
    .execute()
  return new Map(rows.map(({ userId, sessions, lastSeenAt }) => [userId, { sessions: Number(sessions), lastSeenAt }]))
}

/** Ends a session of the user. Returns its browser, or undefined if there is no such session. */
export const endSessionOf = (
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<{ browser: string | null } | undefined> =>
  deleteOwn(tx, 'sessions', { userId, sessionId }).returning('browser').executeTakeFirst()

export const setConfirmed = async (tx: Tx, sessionId: string, now: Date): Promise<void> => {
  await updateOwn(tx, 'sessions', { sessionId }).set({ confirmedAt: now }).execute()
}

export const setSide = async (tx: Tx, sessionId: string, onTestSide: boolean): Promise<void> => {
  await updateOwn(tx, 'sessions', { sessionId }).set({ onTestSide }).execute()
}

export async function extendSession(
  tx: Tx,
  sessionId: string,
  times: { now: Date; expiresAt: Date; longestHours: number },
): Promise<void> {
  await updateOwn(tx, 'sessions', { sessionId })
    .set({
      lastSeenAt: times.now,
      expiresAt: sql<Date>`least(${times.expiresAt}, created_at + make_interval(hours => ${times.longestHours}))`,
    })
    .execute()
}

/** Ends one session, or all sessions of a user except `butSessionId`. */
export async function endSessions(
  tx: Tx,
  which: { sessionId: string } | { userId: string; butSessionId: string | null },
): Promise<void> {
  const query = deleteOwn(tx, 'sessions')
  if ('sessionId' in which) await query.where('sessionId', '=', which.sessionId).execute()
  else {
    const ofUser = query.where('userId', '=', which.userId)
    await (which.butSessionId ? ofUser.where('sessionId', '!=', which.butSessionId) : ofUser).execute()
  }
}

/** Ends the sessions of all other users in the business. */
export const endSessionsOfOthers = async (tx: Tx, userId: string): Promise<void> => {
  await deleteOwn(tx, 'sessions').where('userId', '!=', userId).execute()
}

/**
 * Stores the secret of a second factor that is being set up in this session. It replaces any previous secret. Null
 * removes it.
 */
export async function setPendingTotp(
  tx: Tx,
  sessionId: string,
  pending: { secret: Buffer; until: Date } | null,
): Promise<void> {
  await updateOwn(tx, 'sessions', { sessionId })
    .set({ pendingTotp: pending?.secret ?? null, pendingTotpUntil: pending?.until ?? null })
    .execute()
}

/**
 * Returns the secret that is being set up, locked for the following change. Null if there is none or it has expired.
 */
export async function lockPendingTotp(tx: Tx, sessionId: string, now: Date): Promise<Buffer | null> {
  const row = await selectOwn(tx, 'sessions', { sessionId })
    .select('pendingTotp')
    .where('pendingTotpUntil', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row?.pendingTotp ?? null
}
