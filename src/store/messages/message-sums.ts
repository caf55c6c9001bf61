// Messages sent in a period, and their cost.
import { sql } from 'kysely'
import type { MessageKind } from '../../domain/messages/message.ts'
import type { Tx } from '../database.ts'

export interface MessageSums {
  channel: 'SMS' | 'EMAIL'
  kind: MessageKind
  /** Null if no price is known, and for emails. */
  currency: string | null
  sent: number
  segments: number
  price: number
}

/** Returns sums per channel, kind and currency. `until` is exclusive. */
export async function messageSums(tx: Tx, from: Date, until: Date): Promise<MessageSums[]> {
  const { rows } = await sql<MessageSums>`
    select channel, kind, currency, count(*)::float8 as sent, coalesce(sum(segments), 0)::float8 as segments,
           coalesce(sum(price), 0) as price
    from messages
    where business_uuid = ${tx.businessId}::uuid and status = 'SENT'
      and sent_at >= ${from}::timestamptz and sent_at < ${until}::timestamptz
    group by channel, kind, currency
    order by channel desc, kind, currency nulls last`.execute(tx)
  return rows
}
