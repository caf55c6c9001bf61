// Cached geocoder responses until they expire, and the request slots of rate-limited providers.
import { sql } from 'kysely'
import type { SystemTx } from '../database.ts'

export async function findCachedAnswer(tx: SystemTx, geocoder: string, address: string, now: Date): Promise<unknown> {
  const { rows } = await sql<{ answer: unknown }>`
    select answer from geocode_answers
    where geocoder = ${geocoder} and address = ${address} and expires_at > ${now}`.execute(tx)
  return rows[0]?.answer ?? null
}

export async function cacheAnswer(
  tx: SystemTx,
  geocoder: string,
  address: string,
  answer: object,
  expiresAt: Date,
): Promise<void> {
  await sql`
    insert into geocode_answers (geocoder, address, answer, expires_at)
    values (${geocoder}, ${address}, ${JSON.stringify(answer)}::jsonb, ${expiresAt})
    on conflict (geocoder, address) do update set answer = excluded.answer, expires_at = excluded.expires_at`.execute(
    tx,
  )
}

/** Deletes up to 1,000 expired responses. */
export async function deleteExpiredAnswers(tx: SystemTx, now: Date): Promise<void> {
  await sql`
    delete from geocode_answers where (geocoder, address) in
      (select geocoder, address from geocode_answers where expires_at <= ${now} limit 1000)`.execute(tx)
}

/**
 * Reserves the next request slot of a provider that requires `gapMs` milliseconds between any two requests, across all
 * processes. Returns the milliseconds until the slot. Returns null and reserves no slot if it is more than `maxWaitMs`
 * milliseconds away.
 */
export async function reserveRequestSlot(
  tx: SystemTx,
  provider: string,
  gapMs: number,
  maxWaitMs: number,
): Promise<number | null> {
  const gap = sql`make_interval(secs => ${gapMs / 1000}::float8)`
  const maxWait = sql`make_interval(secs => ${maxWaitMs / 1000}::float8)`
  // A next slot more than `maxWait` plus one minute ahead can only date from before the clock was set back, so it is
  // ignored. The minute allows for processes that are configured with different gaps.
  const latestPlausible = sql`clock_timestamp() + ${maxWait} + interval '1 minute'`
  const { rows } = await sql<{ waitMs: number }>`
    insert into provider_turns as t (provider, next_at) values (${provider}, clock_timestamp() + ${gap})
    on conflict (provider) do update
      set next_at = case when t.next_at > ${latestPlausible} then clock_timestamp() else greatest(t.next_at, clock_timestamp()) end + ${gap}
      where t.next_at <= clock_timestamp() + ${maxWait} or t.next_at > ${latestPlausible}
    returning extract(epoch from next_at - ${gap} - clock_timestamp())::float8 * 1000 as wait_ms`.execute(tx)
  return rows[0] ? Math.max(0, rows[0].waitMs) : null
}
