// Counts outcomes per endpoint that have not reached their receivers (docs/spec/webhooks.md#retries, 4).
import { sql } from 'kysely'
import { STOP_CHAIN } from '../../domain/webhooks/webhook.ts'
import type { AnyTx } from '../database.ts'
import { isHere } from '../moves/business-gate.ts'

export interface PendingOutcomes {
  businessId: string
  endpointId: string
  /** No more automatic attempts. The office can resend them. */
  failed: number
  retrying: number
  /** Overdue without an attempt. */
  overdue: number
  oldestAt: Date
}

/**
 * Counts for one business, or for all businesses if `businessId` is null (system role). Deliveries without an attempt
 * count if they were due by `overdueSince`.
 */
export async function pendingOutcomes(
  tx: AnyTx,
  businessId: string | null,
  overdueSince: Date,
): Promise<PendingOutcomes[]> {
  const ofBusiness = businessId ? sql`and business_uuid = ${businessId}::uuid` : sql`and ${isHere(sql`business_uuid`)}`
  const columns = sql`business_uuid, endpoint_uuid, status, created_at`
  const { rows } = await sql<PendingOutcomes>`
    select business_uuid, endpoint_uuid, count(*) filter (where d.status = 'FAILED') as failed,
           count(*) filter (where d.status = 'RETRYING') as retrying,
           count(*) filter (where d.status = 'PENDING') as overdue, min(d.created_at) as oldest_at
    from (
      select ${columns} from webhook_deliveries
      where status = 'FAILED' and event = any(${STOP_CHAIN}) ${ofBusiness}
      union all
      select ${columns} from webhook_deliveries
      where next_attempt_at is not null and event = any(${STOP_CHAIN}) ${ofBusiness}
        and (status = 'RETRYING' or next_attempt_at <= ${overdueSince})
    ) d
    join webhook_endpoints e using (business_uuid, endpoint_uuid)
    where e.deleted_at is null
    group by business_uuid, endpoint_uuid order by business_uuid, endpoint_uuid`.execute(tx)
  return rows
}
