// Events of a day that the office should look at: failed deliveries without a repeat, and messages that were not
// delivered.
import { sql } from 'kysely'
import type { MessageKind } from '../../domain/messages/message.ts'
import type { Tx } from '../database.ts'

export interface FailedDelivery {
  orderId: string
  externalRef: string
  customerName: string
  routeName: string
  reason: string | null
}

/** Returns the failed deliveries of the day's routes that nobody repeats, latest first. */
export async function failedDeliveriesOn(tx: Tx, day: string, limit: number): Promise<FailedDelivery[]> {
  const { rows } = await sql<FailedDelivery>`
    select o.order_uuid, o.external_ref, o.customer_name, r.name as route_name, s.reason
    from routes r
    join stops s on s.business_uuid = r.business_uuid and s.route_uuid = r.route_uuid and s.status = 'FAILED'
    join orders o on o.business_uuid = s.business_uuid and o.order_uuid = s.order_uuid
      and o.status = 'FAILED' and o.stop_uuid = s.stop_uuid
    where r.business_uuid = ${tx.businessId}::uuid and r.date = ${day}::date and not exists (
      select from repeated_orders p
      left join orders again on again.business_uuid = p.business_uuid and again.order_uuid = p.repeat_uuid
      where p.business_uuid = o.business_uuid and p.order_uuid = o.order_uuid
        and again.status is distinct from 'CANCELLED')
    order by s.finished_at desc, s.stop_uuid limit ${limit}`.execute(tx)
  return rows
}

export interface LostMessage {
  kind: MessageKind
  /** Messages to customers only. */
  orderId: string | null
  externalRef: string | null
  /** Name of the route that the message is about. */
  routeName: string | null
}

/** Returns messages about routes of the day, or about their deliveries, that could not be sent. Latest first. */
export async function lostMessagesOn(tx: Tx, day: string, limit: number): Promise<LostMessage[]> {
  const { rows } = await sql<LostMessage>`
    with on_day as (
      select route_uuid, name from routes where business_uuid = ${tx.businessId}::uuid and date = ${day}::date
    ), lost as (
      select m.message_uuid, m.kind, m.order_uuid, d.name as route_name
      from on_day d join messages m on m.business_uuid = ${tx.businessId}::uuid and m.route_uuid = d.route_uuid
      where m.status = 'FAILED'
      union
      select m.message_uuid, m.kind, m.order_uuid, d.name
      from on_day d
      join stops s on s.business_uuid = ${tx.businessId}::uuid and s.route_uuid = d.route_uuid
      join messages m on m.business_uuid = s.business_uuid and m.order_uuid = s.order_uuid
      where m.status = 'FAILED' and m.route_uuid is null
    )
    select l.kind, l.order_uuid, o.external_ref, l.route_name
    from lost l
    left join orders o on o.business_uuid = ${tx.businessId}::uuid and o.order_uuid = l.order_uuid
    order by l.message_uuid desc limit ${limit}`.execute(tx)
  return rows
}
