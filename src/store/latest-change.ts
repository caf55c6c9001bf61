// A text that is another whenever something of the business has changed.
import { sql } from 'kysely'
import type { Tx } from './database.ts'

export async function latestChange(tx: Tx, businessId: string): Promise<string> {
  const { rows } = await sql<{ change: string }>`
    select concat_ws(' ',
      (select max(changed_at)::text from orders where business_uuid = ${businessId}::uuid),
      (select audit_uuid::text from audit_log where business_uuid = ${businessId}::uuid
       order by audit_uuid desc limit 1)) as change`.execute(tx)
  return rows[0]?.change ?? ''
}
