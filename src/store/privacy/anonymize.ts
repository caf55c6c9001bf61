// Removes personal data from deliveries and their records. Counts, times, distances and amounts stay, so that reports
// don't change.
import { sql } from 'kysely'
import { addUnnamedFile } from '../jobs/unreferenced-files.ts'
import type { Tx } from '../database.ts'
import { eraseOrders } from '../orders/orders.ts'

/** Earlier than any file, so that the job removes the file on its next run if the caller doesn't get to it. */
export const LONG_AGO = new Date(0)

/** Returns the `external_ref` that replaces the reference of an erased delivery. */
export const erasedRef = (orderId: string): string => `erased-${orderId}`

/** Returns the current and removed stops of deliveries. */
export async function stopsOf(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const ofOrder = sql`business_uuid = ${tx.businessId}::uuid and order_uuid = any(${orderIds}::uuid[])`
  const { rows } = await sql<{ stopId: string }>`
    select stop_uuid from stops where ${ofOrder} union select stop_uuid from removed_stops where ${ofOrder}`.execute(tx)
  return rows.map(({ stopId }) => stopId)
}

/**
 * Removes personal data from deliveries. The caller must make sure that the deliveries are over. Pending messages are
 * dropped. Pending webhooks are still sent, but name no person. Returns the files that are no longer referenced. The
 * caller removes them after the commit.
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
  // A choice from the business's list reveals nothing about the customer, but typed text may.
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
  await sql`delete from connector_payloads where ${ofOrder}`.execute(tx)
  await sql`update ratings set comment = null where ${ofOrder}`.execute(tx)
  await sql`
    update webhook_attempts a set response_excerpt = null, error = null
    from webhook_deliveries d
    where a.business_uuid = ${tx.businessId}::uuid and d.business_uuid = a.business_uuid
      and d.delivery_id = a.delivery_id and d.order_uuid = any(${orderIds}::uuid[])`.execute(tx)
  // A webhook that is being sent is sent again without personal data, and the response to the current attempt is not
  // stored.
  await sql`
    update webhook_deliveries set external_ref = 'erased-' || order_uuid, facts = ${withoutPerson}, lease_token = null
    where ${ofOrder}`.execute(tx)
  await eraseOrders(tx, orderIds, now)
  return fileNames
}

/** SQL for the facts of a delivery's event without personal data. */
export const withoutPerson = sql`(facts - 'item_outcomes' - 'checks') || jsonb_build_object(
  'external_ref', 'erased-' || (facts ->> 'order_uuid'), 'reason', null, 'driver_notes', null, 'left_where', null)`

/** Undo may restore stops. The restored stops don't have the driver's notes. */
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
