// A text that changes whenever data of the business changes.
import { sql } from 'kysely'
import { feedLockKey, type Tx } from '../database.ts'

export interface LatestChange {
  text: string
  /** Whether no write was in progress. Otherwise, a change may be committed later without changing the text. */
  settled: boolean
}

export async function latestChange(tx: Tx): Promise<LatestChange> {
  // Queried first. A transaction that has stamped but not committed still holds the feed lock then.
  const [writers, latest] = await Promise.all([
    sql<{ count: number }>`
      select count(*) from pg_locks
      where locktype = 'advisory' and objsubid = 1 and mode = 'ShareLock' and granted
        and database = (select oid from pg_database where datname = current_database())
        and (classid::int8 << 32) | objid::int8 = ${sql.raw(feedLockKey(tx.businessId))}`.execute(tx),
    sql<{ change: string }>`
      select concat_ws(' ',
        (select max(changed_at)::text from orders where business_uuid = ${tx.businessId}::uuid),
        -- More than the newest: another machine's clock, which the ids are made by, may be behind.
        (select md5(string_agg(newest.audit_uuid::text, '')) from (
           select audit_uuid from audit_log where business_uuid = ${tx.businessId}::uuid
           order by audit_log.audit_uuid desc limit 50) newest),
        -- Drivers tell where they are all the time: screens need not follow more often than every ten seconds.
        (select floor(extract(epoch from max(position_at)) / 10)::text from routes
         where business_uuid = ${tx.businessId}::uuid and status = 'IN_PROGRESS')) as change`.execute(tx),
  ])
  return { text: latest.rows[0]?.change ?? '', settled: Number(writers.rows[0]?.count) === 0 }
}
