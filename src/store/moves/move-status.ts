// Status of a business's move in this installation's database. Uses a separate connection as the owner of the tables.
import type pg from 'pg'
import { SYSTEM_ENTRY } from './business-gate.ts'

/** Status as in the migrations. Null: the business is served here or doesn't exist here. */
export type MoveStatus = 'LEAVING' | 'DRAINING' | 'HELD' | 'GONE' | 'COMING' | null

export async function readMoveStatus(client: pg.Client, businessId: string): Promise<MoveStatus> {
  const { rows } = await client.query<{ place: MoveStatus }>('select place from moves where business_uuid = $1', [
    businessId,
  ])
  return rows[0]?.place ?? null
}

/**
 * Sets the status of all businesses in one commit. DRAINING and HELD last for at most `atMostMs` milliseconds. A
 * business that is GONE stays GONE.
 */
export async function setMoveStatus(
  client: pg.Client,
  businessIds: readonly string[],
  to: Exclude<MoveStatus, null>,
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

/** Makes the businesses served here again, unless they are GONE. */
export async function serveHereAgain(client: pg.Client, businessIds: readonly string[]): Promise<void> {
  await client.query(`delete from moves where business_uuid = any($1::uuid[]) and place <> 'GONE'`, [businessIds])
}

/** Deletes the status of a move that has permanently ended. */
export async function forgetMove(client: pg.Client, businessIds: readonly string[]): Promise<void> {
  await client.query('delete from moves where business_uuid = any($1::uuid[])', [businessIds])
}

/**
 * Changes businesses from HELD to GONE if they are still held. Returns false if the hold has expired, because they may
 * have been served again. A transaction that begins after the end of the hold waits for this decision.
 */
export async function finishHeldMoves(client: pg.Client, businessIds: readonly string[]): Promise<boolean> {
  await client.query('begin')
  try {
    // The commit is acknowledged only after it is on the disk.
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

/**
 * Returns the transactions that may have begun before the businesses were held: their own, and those of the system
 * role.
 */
export async function transactionsBeforeHold(client: pg.Client, businessIds: readonly string[]): Promise<Set<string>> {
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

/** Counts the webhooks and messages that jobs are sending for the businesses. */
export async function countMovesUnderWay(client: pg.Client, businessIds: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select (select count(*) from webhook_deliveries
       where business_uuid = any($1::uuid[]) and leased_until > clock_timestamp() and next_attempt_at is not null)
     + (select count(*) from messages where business_uuid = any($1::uuid[]) and status = 'SENDING') as count`,
    [businessIds],
  )
  return Number(rows[0]?.count ?? 0)
}

/**
 * Takes the lock on moving the business until the connection ends. Returns false if another connection is moving it.
 */
export async function isOnlyMover(client: pg.Client, businessId: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('move:' || $1::text, 0)) as taken`,
    [businessId],
  )
  return rows[0]?.taken === true
}
