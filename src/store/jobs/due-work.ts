// Counts due work, one row per queue. Reads the partial indexes that the jobs use. For the system role.
import { sql } from 'kysely'
import type { SystemTx } from '../database.ts'
import { isHere } from '../moves/business-gate.ts'

export interface DueWork {
  queue: 'webhooks' | 'holds' | 'receipts' | 'placements' | 'messages' | 'solves'
  depth: number
  oldestSeconds: number
}

export async function dueWork(tx: SystemTx, now: Date): Promise<DueWork[]> {
  const { rows } = await sql<DueWork>`
    select q.queue, count(due_at)::int as depth,
           greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0))::float8 as oldest_seconds
    from (values ('webhooks'), ('holds'), ('receipts'), ('placements'), ('messages'), ('solves')) as q (queue)
    left join (
      select 'webhooks' as queue, business_uuid, next_attempt_at as due_at
        from webhook_deliveries join webhook_endpoints using (business_uuid, endpoint_uuid)
        where next_attempt_at is not null and active and deleted_at is null
      union all select 'holds', business_uuid, settles_at from stops where settles_at is not null
      union all select 'holds', business_uuid, settles_at from undo_steps where settles_at is not null
      union all select 'holds', business_uuid, ends_at from routes where ends_at is not null
      union all select 'receipts', business_uuid, settled_at from receipts where sequence is null
      union all select 'placements', business_uuid, changed_at from orders where placement = 'PENDING' and status = 'OPEN'
      union all select 'messages', business_uuid, due_at from messages where status in ('PENDING', 'SENDING')
      union all select 'solves', business_uuid, asked_at from solves
        where answer is null and (leased_until is null or leased_until <= clock_timestamp())
    ) as work on work.queue = q.queue and due_at <= ${now}::timestamptz and ${isHere(sql`business_uuid`)}
    group by q.queue order by q.queue`.execute(tx)
  return rows
}
