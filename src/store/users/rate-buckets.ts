// Token buckets in the database, so that a limit holds over every server process. A row says when its bucket is full
// again; a bucket without a row is full.
import { CLOCK_SLACK_MS } from '../../domain/clock-slack.ts'
import type { Database } from '../database.ts'

export interface Bucket {
  limit: string
  subject: Buffer
  /** How long the bucket takes to fill up by one call, and from empty. */
  callMs: number
  fullMs: number
}

// A refused call changes nothing: it adds no row and does not put off the next one.
const TAKE = `
  with before as (select full_at from rate_buckets where limit_name = $1 and subject = $2),
  taken as (
    insert into rate_buckets as b (limit_name, subject, full_at) values ($1, $2, $3)
    on conflict (limit_name, subject) do update
      set full_at = case when b.full_at > $5 then $4 else greatest(b.full_at + make_interval(secs => $6), $3) end
      where b.full_at > $5 or greatest(b.full_at + make_interval(secs => $6), $3) <= $4
    returning 1)
  select exists (select from taken) as taken, (select full_at from before) as full_at`

/** Takes one call out and answers 0, or the milliseconds until there is one to take. */
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
  // Without a row before this statement, others have emptied the bucket while it ran.
  const fullAt = row?.fullAt?.getTime() ?? now.getTime() + fullMs
  return Math.max(1, fullAt + callMs - fullMs - now.getTime())
}

/** Puts one call back. */
export async function returnCall(db: Database, { limit, subject, callMs }: Bucket): Promise<void> {
  await db.query(
    'update rate_buckets set full_at = full_at - make_interval(secs => $3) where limit_name = $1 and subject = $2',
    [limit, subject, callMs / 1000],
  )
}
