// Where a business is served, as this installation's database has it. As the owner of the tables, on a connection of its own.
import type pg from 'pg'
import { SYSTEM_ENTRY } from './entry.ts'

/** As the migrations have them; null for a business that is served here, and for one that is not here at all. */
export type Place = 'LEAVING' | 'DRAINING' | 'HELD' | 'GONE' | 'COMING' | null

export async function placeOf(client: pg.Client, businessId: string): Promise<Place> {
  const { rows } = await client.query<{ place: Place }>('select place from moves where business_uuid = $1', [
    businessId,
  ])
  return rows[0]?.place ?? null
}

/** All of them in one commit; DRAINING and HELD for so long at most. A business that is GONE stays so. */
export async function place(
  client: pg.Client,
  businessIds: readonly string[],
  to: Exclude<Place, null>,
  atMostMs: number | null = null,
): Promise<void> {
  await client.query(
    `insert into moves (business_uuid, place, until)
     select id, $2, clock_timestamp() + make_interval(secs => $3::float8 / 1000) from unnest($1::uuid[]) id
     on conflict (business_uuid) do update set place = excluded.place, until = excluded.until
       where moves.place <> 'GONE'`,
    [businessIds, to, atMostMs],
  )
}

/** They are served here, unless they are GONE. */
export async function release(client: pg.Client, businessIds: readonly string[]): Promise<void> {
  await client.query(`delete from moves where business_uuid = any($1::uuid[]) and place <> 'GONE'`, [businessIds])
}

/** What is left of a move that is over for good. */
export async function forgetMove(client: pg.Client, businessIds: readonly string[]): Promise<void> {
  await client.query('delete from moves where business_uuid = any($1::uuid[])', [businessIds])
}

/**
 * From HELD to GONE, if they are still held; false when they were held for too long, and may have been served again.
 * A transaction that begins after the hold has ended waits for this to be decided.
 */
export async function letGo(client: pg.Client, businessIds: readonly string[]): Promise<boolean> {
  await client.query('begin')
  try {
    // Acknowledged is what is on the disk.
    await client.query('set local synchronous_commit = on')
    await client.query(
      `select pg_advisory_xact_lock(hashtextextended('switch:' || id, 0)) from unnest($1::uuid[]) id order by id`,
      [businessIds],
    )
    const { rowCount } = await client.query(
      `update moves set place = 'GONE', until = null
       where business_uuid = any($1::uuid[]) and place = 'HELD' and until > clock_timestamp()`,
      [businessIds],
    )
    const all = rowCount === businessIds.length
    await client.query(all ? 'commit' : 'rollback')
    return all
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** The transactions that may have begun before the businesses were held: of theirs, and of the system role. */
export async function enteredBefore(client: pg.Client, businessIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ vxid: string }>(
    `select distinct virtualtransaction as vxid from pg_locks
     where locktype = 'advisory' and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())
       and ((classid::bigint << 32) | objid::bigint) in (
         select hashtextextended('enter:' || id, 0) from unnest($1::uuid[]) id union all select $2::bigint)`,
    [businessIds, SYSTEM_ENTRY],
  )
  return new Set(rows.map(({ vxid }) => vxid))
}

/** How much of what jobs send for them is under way. */
export async function underWay(client: pg.Client, businessIds: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select (select count(*) from webhook_deliveries
       where business_uuid = any($1::uuid[]) and leased_until > clock_timestamp() and next_attempt_at is not null)
     + (select count(*) from messages where business_uuid = any($1::uuid[]) and status = 'SENDING') as count`,
    [businessIds],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Whether no other connection moves the business; it keeps others out until it ends. */
export async function isOnlyMover(client: pg.Client, businessId: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('move:' || $1::text, 0)) as taken`,
    [businessId],
  )
  return rows[0]?.taken === true
}
