// Takes out of deliveries, and of what was recorded for them, what says whose they were. Counts, times, miles and money
// stay, so that reports stay as they are.
import { sql } from 'kysely'
import { addUnnamedFile } from '../jobs/unnamed-files.ts'
import type { Tx } from '../database.ts'
import { eraseOrders } from '../orders/orders.ts'

/** Earlier than any file, so that the job removes it at its next run, should the caller not get to it. */
export const LONG_AGO = new Date(0)

/** What stood for a delivery before, as `external_ref` does now. */
export const erasedRef = (orderId: string): string => `erased-${orderId}`

/** The stops that deliveries have or had. */
export async function stopsOf(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const ofOrder = sql`business_uuid = ${tx.businessId}::uuid and order_uuid = any(${orderIds}::uuid[])`
  const { rows } = await sql<{ stopId: string }>`
    select stop_uuid from stops where ${ofOrder} union select stop_uuid from removed_stops where ${ofOrder}`.execute(tx)
  return rows.map(({ stopId }) => stopId)
}

/**
 * The caller knows that these deliveries are over. Messages that are still to be sent are not; webhooks are, and name nobody.
 * The files that nothing names any more, for the caller to remove once this is committed.
 */
export async function anonymizeOrders(tx: Tx, orderIds: readonly string[], now: Date): Promise<string[]> {
  const own = sql`business_uuid = ${tx.businessId}::uuid`
  const ofOrder = sql`${own} and order_uuid = any(${orderIds}::uuid[])`
  const ofStop = sql`${own} and stop_uuid = any(${await stopsOf(tx, orderIds)}::uuid[])`
  const { rows: files } = await sql<{ fileName: string }>`
    with proof as (delete from proofs where ${ofStop} returning file_name),
      refused as (delete from refused_proofs where ${ofStop} returning file_name)
    select file_name from proof union select file_name from refused`.execute(tx)
  const fileNames = files.map(({ fileName }) => fileName)
  for (const fileName of fileNames) await addUnnamedFile(tx, fileName, LONG_AGO)
  // What drivers chose from a list of the business says nothing of the customer; what they typed may.
  const listed = (column: string, list: string) => sql`
    case when ${sql.ref(column)} = any(select unnest(${sql.ref(list)}) from businesses where ${own}) then ${sql.ref(column)}
      when ${sql.ref(column)} is not null then 'Erased' end`
  const said = sql`reason = ${listed('reason', 'failure_reasons')}, left_where = ${listed('left_where', 'leaving_places')}`
  await sql`
    update stops set ${said}, driver_notes = null, scans = null, item_outcomes = null, proof_digest = null, proof_reduced_at = null,
      skipped_lat = null, skipped_lng = null, hand_over = null,
      checks = case when checks ? 'collected' then jsonb_build_object('collected', (checks -> 'collected') || '{"reason": null}'::jsonb) end
    where ${ofStop}`.execute(tx)
  await sql`
    update driver_taps set ${said}, notes = null, scans = null, item_differences = null, checks = null,
      lat = null, lng = null, accuracy_meters = null
    where ${ofStop}`.execute(tx)
  await anonymizeSteps(tx, orderIds)
  await sql`delete from place_visits where ${ofStop}`.execute(tx)
  await sql`update receipts set disclosed = null where ${ofOrder}`.execute(tx)
  await sql`
    update messages set recipient = '', body = '', texted_to = null, provider_id = null, error = null,
      status = case status when 'PENDING' then 'DROPPED' else status end
    where ${ofOrder}`.execute(tx)
  await sql`delete from text_replies where ${ofOrder}`.execute(tx)
  await sql`update ratings set comment = null where ${ofOrder}`.execute(tx)
  await sql`
    update webhook_attempts a set response_excerpt = null, error = null
    from webhook_deliveries d
    where a.business_uuid = ${tx.businessId}::uuid and d.business_uuid = a.business_uuid
      and d.delivery_id = a.delivery_id and d.order_uuid = any(${orderIds}::uuid[])`.execute(tx)
  // What is being sent now is sent again without them, and what its endpoint answers is not kept.
  await sql`
    update webhook_deliveries set external_ref = 'erased-' || order_uuid, facts = ${withoutPerson}, lease_token = null
    where ${ofOrder}`.execute(tx)
  await eraseOrders(tx, orderIds, now)
  return fileNames
}

/** The facts of an event of one delivery. */
export const withoutPerson = sql`(facts - 'item_outcomes' - 'checks') || jsonb_build_object(
  'external_ref', 'erased-' || (facts ->> 'order_uuid'), 'reason', null, 'driver_notes', null, 'left_where', null)`

/** Stops that Undo may write back come back without what the driver noted at them. */
async function anonymizeSteps(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const without = (
    row: string,
  ) => sql`${sql.ref(row)} || '{"reason": null, "driver_notes": null, "left_where": null, "scans": null,
    "item_outcomes": null, "checks": null, "proof_digest": null, "skipped_lat": null, "skipped_lng": null, "hand_over": null}'`
  await sql`
    update step_rows set before = ${without('before')}, after = ${without('after')}
    where business_uuid = ${tx.businessId}::uuid and kind = 'STOP'
      and (coalesce(before, after) ->> 'order_uuid')::uuid = any(${orderIds}::uuid[])`.execute(tx)
}
