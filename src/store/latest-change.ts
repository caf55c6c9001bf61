// A text that is another whenever something of the business has changed.
import { sql } from 'kysely'
import type { Tx } from './database.ts'

export async function latestChange(tx: Tx, businessId: string): Promise<string> {
  const { rows } = await sql<{ change: string }>`
    select concat_ws(' ',
      (select max(changed_at)::text from orders where business_uuid = ${businessId}::uuid),
      -- By the column: its bare name would be that of the text, which no index has in order.
      (select audit_uuid::text from audit_log where business_uuid = ${businessId}::uuid
       order by audit_log.audit_uuid desc limit 1),
      -- Drivers tell where they are all the time: screens need not follow more often than every ten seconds.
      (select floor(extract(epoch from max(position_at)) / 10)::text from routes
       where business_uuid = ${businessId}::uuid and status = 'IN_PROGRESS')) as change`.execute(tx)
  return rows[0]?.change ?? ''
}
