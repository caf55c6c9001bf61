// Who is signed in. Read before any business is known, so outside its walls.
import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import type { UserRole } from '../../domain/users/user.ts'

export interface SignedIn {
  sessionId: string
  businessId: string
  businessName: string
  timeZone: string
  userId: string
  userName: string
  email: string
  role: UserRole
  hasTotp: boolean
  lastSeenAt: Date
}

export async function insertSession(
  tx: Tx,
  session: { sessionId: string; userId: string; tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      business_uuid: tx.businessId,
      session_uuid: session.sessionId,
      user_uuid: session.userId,
      token_hash: session.tokenHash,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** The session under this token, unless it has run out. */
export async function findSession(db: Database, tokenHash: Buffer, now: Date): Promise<SignedIn | null> {
  const [row] = await db.query<{
    session_uuid: string
    business_uuid: string
    business_name: string
    time_zone: string
    user_uuid: string
    user_name: string
    email: string
    role: UserRole
    has_totp: boolean
    last_seen_at: Date
  }>(
    `select s.session_uuid, s.business_uuid, b.name as business_name, b.time_zone, u.user_uuid, u.name as user_name,
            u.email, u.role, u.totp_secret is not null as has_totp, s.last_seen_at
     from sessions s join users u using (business_uuid, user_uuid) join businesses b using (business_uuid)
     where s.token_hash = $1 and s.expires_at > $2`,
    [tokenHash, now],
  )
  return row
    ? {
        sessionId: row.session_uuid,
        businessId: row.business_uuid,
        businessName: row.business_name,
        timeZone: row.time_zone,
        userId: row.user_uuid,
        userName: row.user_name,
        email: row.email,
        role: row.role,
        hasTotp: row.has_totp,
        lastSeenAt: row.last_seen_at,
      }
    : null
}

/** The roles that those of the sessions which last have now, by the session's id. */
export async function sessionRoles(tx: Tx, sessionIds: readonly string[], now: Date): Promise<Map<string, UserRole>> {
  const rows = await tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', (on) =>
      on.onRef('u.business_uuid', '=', 's.business_uuid').onRef('u.user_uuid', '=', 's.user_uuid'),
    )
    .select(['s.session_uuid', 'u.role'])
    .where('s.business_uuid', '=', tx.businessId)
    .where((eb) => eb('s.session_uuid', '=', sql<string>`any(${sessionIds}::uuid[])`))
    .where('s.expires_at', '>', now)
    .execute()
  return new Map(rows.map((row) => [row.session_uuid, row.role]))
}

export async function prolongSession(
  tx: Tx,
  sessionId: string,
  times: { now: Date; expiresAt: Date; longestHours: number },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({
      last_seen_at: times.now,
      expires_at: sql<Date>`least(${times.expiresAt}, created_at + make_interval(hours => ${times.longestHours}))`,
    })
    .where('business_uuid', '=', tx.businessId)
    .where('session_uuid', '=', sessionId)
    .execute()
}

/** Ends one session, or all of a user's but one. */
export async function endSessions(
  tx: Tx,
  which: { sessionId: string } | { userId: string; butSessionId: string | null },
): Promise<void> {
  const query = tx.deleteFrom('sessions').where('business_uuid', '=', tx.businessId)
  if ('sessionId' in which) await query.where('session_uuid', '=', which.sessionId).execute()
  else {
    const ofUser = query.where('user_uuid', '=', which.userId)
    await (which.butSessionId ? ofUser.where('session_uuid', '!=', which.butSessionId) : ofUser).execute()
  }
}

/** Keeps the secret of a second factor that is being set up in this session, in place of one before. */
export async function setPendingTotp(
  tx: Tx,
  sessionId: string,
  pending: { secret: Buffer; until: Date } | null,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ pending_totp: pending?.secret ?? null, pending_totp_until: pending?.until ?? null })
    .where('business_uuid', '=', tx.businessId)
    .where('session_uuid', '=', sessionId)
    .execute()
}

/** The secret being set up, locked for the change that follows; null when there is none or its time is over. */
export async function lockPendingTotp(tx: Tx, sessionId: string, now: Date): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('sessions')
    .select('pending_totp')
    .where('business_uuid', '=', tx.businessId)
    .where('session_uuid', '=', sessionId)
    .where('pending_totp_until', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row?.pending_totp ?? null
}
