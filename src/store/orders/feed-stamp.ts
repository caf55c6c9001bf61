// Timestamp of a change of an order, by which readers of the order feed continue.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database.ts'

/**
 * Timestamp for an order that changes now, under the feed lock. Clocks step back, and a standby that takes over may be
 * behind. The stamp is therefore later than every committed stamp of the business, so that no reader of the feed is
 * past it. It is later by one millisecond, the resolution on the wire, because two versions of an order must differ
 * there.
 */
export const stamp = (tx: Tx, order: 'orders' | 'o' | 'own', business?: RawBuilder<unknown>) => sql<Date>`greatest(
  clock_timestamp(),
  greatest(${sql.ref(`${order}.changedAt`)}, ${newestStamp(tx, business)}) + interval '1 millisecond')`

export const newestStamp = ({ businessId, depots }: Tx, business: string | RawBuilder<unknown> = businessId) =>
  depots
    ? sql`newest_stamp()`
    : sql`(
  select changed_at from orders where business_uuid = ${business}::uuid order by changed_at desc limit 1)`
