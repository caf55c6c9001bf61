// Who is signed in, and the failed tries to be. Read before any business is known, so outside its walls.
import type { Database, Tx } from './database.ts'
import type { UserRole } from '../domain/user.ts'

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
  businessId: string,
  session: { sessionId: string; userId: string; tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      business_uuid: businessId,
      session_uuid: session.sessionId,
      user_uuid: session.userId,
      token_hash: session.tokenHash,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** The session under this token, unless it has run out or began before `begunAfter`. */
export async function findSession(
  db: Database,
  tokenHash: Buffer,
  now: Date,
  begunAfter: Date,
): Promise<SignedIn | null> {
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
     where s.token_hash = $1 and s.expires_at > $2 and s.created_at > $3`,
    [tokenHash, now, begunAfter],
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

export async function prolongSession(
  tx: Tx,
  businessId: string,
  sessionId: string,
  times: { now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_seen_at: times.now, expires_at: times.expiresAt })
    .where('business_uuid', '=', businessId)
    .where('session_uuid', '=', sessionId)
    .execute()
}

/** Ends one session, or all of a user's but one. */
export async function endSessions(
  tx: Tx,
  businessId: string,
  which: { sessionId: string } | { userId: string; butSessionId: string | null },
): Promise<void> {
  const query = tx.deleteFrom('sessions').where('business_uuid', '=', businessId)
  if ('sessionId' in which) await query.where('session_uuid', '=', which.sessionId).execute()
  else {
    const ofUser = query.where('user_uuid', '=', which.userId)
    await (which.butSessionId ? ofUser.where('session_uuid', '!=', which.butSessionId) : ofUser).execute()
  }
}

export interface Failures {
  subject: string
  failures: number
  lastAt: Date
}

/**
 * Counts a try as failed before it is judged, so that many at once don't slip past; answers the count before it. One
 * subject a statement: whoever holds one row never waits for another.
 */
export async function countFailure(
  db: Database,
  subject: string,
  now: Date,
  forgottenBefore: Date,
): Promise<Failures | null> {
  const [row] = await db.query<{ failures: number; last_at: Date }>(
    `with before as (
       select failures, last_at from sign_in_failures where subject = $1 and last_at >= $3 for update
     ), counted as (
       insert into sign_in_failures as f (subject, failures, last_at) values ($1, 1, $2)
       on conflict (subject) do update
         set failures = case when f.last_at < $3 then 1 else f.failures + 1 end, last_at = $2
     )
     select failures, last_at from before`,
    [subject, now, forgottenBefore],
  )
  return row ? { subject, failures: row.failures, lastAt: row.last_at } : null
}

/** Takes a counted failure back: entirely for the account that signed in, by one for its address. */
export async function forgiveFailures(db: Database, account: string, address: string): Promise<void> {
  await db.query('delete from sign_in_failures where subject = $1', [account])
  await db.query('update sign_in_failures set failures = failures - 1 where subject = $1 and failures > 0', [address])
}

/** Puts the counts back as they were: the try was refused without being judged. */
export async function uncountFailures(db: Database, before: readonly Failures[]): Promise<void> {
  for (const { subject, failures, lastAt } of before)
    await db.query('update sign_in_failures set failures = $2, last_at = $3 where subject = $1', [
      subject,
      failures,
      lastAt,
    ])
}
