// Token buckets in the database, so that a limit applies across all server processes. A row contains the time at which
// its bucket is full again. A bucket without a row is full.
import { CLOCK_SLACK_MS } from '../../domain/clock-slack.ts'
import type { Database } from '../database.ts'

export interface Bucket {
  limit: string
  subject: Buffer
  /**
   * Milliseconds in which the bucket gains one call.
   * `fullMs`: milliseconds from empty to full.
   */
  callMs: number
  fullMs: number
}

// A rejected call changes nothing. It adds no row and doesn't delay the next call.
const TAKE = `
  with before as (select full_at from rate_buckets where limit_name = $1 and subject = $2),
  taken as (
    insert into rate_buckets as b (limit_name, subject, full_at) values ($1, $2, $3)
    on conflict (limit_name, subject) do update
      set full_at = case when b.full_at > $5 then $4 else greatest(b.full_at + make_interval(secs => $6), $3) end
      where b.full_at > $5 or greatest(b.full_at + make_interval(secs => $6), $3) <= $4
    returning 1)
  select exists (select from taken) as taken, (select full_at from before) as full_at`

/** Takes one call out of the bucket and returns 0. If there is none, returns the milliseconds until the next one. */
export async function takeCall(db: Database, { limit, subject, callMs, fullMs }: Bucket, now: Date): Promise<number> {
  const later = (ms: number): Date => new Date(now.getTime() + ms)
  const [row] = await db.query<{ taken: boolean; fullAt: Date | null }>(TAKE, [
    limit,
    subject,
    later(callMs),
    later(fullMs),
    later(fullMs + CLOCK_SLACK_MS),
    callMs / 1000,
  ])
  if (row?.taken) return 0
  // Without a row before this statement, other calls have emptied the bucket while it ran.
  const fullAt = row?.fullAt?.getTime() ?? now.getTime() + fullMs
  return Math.max(1, fullAt + callMs - fullMs - now.getTime())
}

/** Returns one call to the bucket. */
export async function returnCall(db: Database, { limit, subject, callMs }: Bucket): Promise<void> {
  await db.query(
    'update rate_buckets set full_at = full_at - make_interval(secs => $3) where limit_name = $1 and subject = $2',
    [limit, subject, callMs / 1000],
  )
}
