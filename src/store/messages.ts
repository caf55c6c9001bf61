// The message log: what was texted or mailed to whom. Links stand in the text as placeholders, never as links.
import type { Tx } from './database.ts'

export interface Message {
  messageId: string
  channel: 'SMS' | 'EMAIL'
  kind: 'DRIVER_ROUTE' | 'SCHEDULED' | 'DELIVERED' | 'FAILED'
  recipient: string
  body: string
  orderId: string | null
  routeId: string | null
}

/** Records messages. Without a provider the log is where they end, shown in the office. */
export async function logMessages(tx: Tx, businessId: string, messages: readonly Message[], now: Date): Promise<void> {
  if (messages.length === 0) return
  await tx
    .insertInto('messages')
    .values(
      messages.map((message) => ({
        business_uuid: businessId,
        message_uuid: message.messageId,
        channel: message.channel,
        kind: message.kind,
        recipient: message.recipient,
        body: message.body,
        order_uuid: message.orderId,
        route_uuid: message.routeId,
        status: 'LOGGED' as const,
        created_at: now,
        sent_at: now,
      })),
    )
    .execute()
}
