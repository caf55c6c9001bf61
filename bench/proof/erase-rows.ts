// Adds rows that name the customer to tables that the day of the proof doesn't fill, and finds tables that still have
// none.
import type { App } from '../../src/app/context.ts'
import { columnsThat } from '../../src/store/tables/all.ts'

/** Adds the rows for the delivery with the reference `ref` and for its stop. */
export async function addRowsWithReference(
  { db }: App,
  businessId: string,
  ref: string,
  addressKey: string,
): Promise<void> {
  const ids = `select s.business_uuid, s.stop_uuid, s.route_uuid, s.order_uuid from stops s join orders o using (business_uuid, order_uuid)
    where business_uuid = $1 and external_ref = $2`
  const add = (statement: string, ...values: unknown[]) =>
    db.query(`with stop as (${ids}) ${statement}`, [businessId, ref, ...values])
  await add(
    `, route as (update routes r set name = 'Van for Dorothea Quillfeather' from stop
       where r.business_uuid = stop.business_uuid and r.route_uuid = stop.route_uuid)
     insert into api_requests select business_uuid, stop_uuid, now(), stop_uuid, 'GET', '/api/v1/orders/' || $2, 200, 5 from stop`,
  )
  await add(
    `, connector as (insert into connectors (business_uuid, connector_uuid, kind, name, secret, mapping, created_at, updated_at)
       select business_uuid, stop_uuid, 'WEBHOOK', 'Shop', '', '{}', now(), now() from stop)
     insert into connector_payloads (business_uuid, payload_uuid, connector_uuid, source_ref, status, body, received_at)
     select business_uuid, stop_uuid, stop_uuid, '1', 'FAILED', '{"name": "Dorothea Quillfeather"}', now() from stop`,
  )
  await add(
    `insert into place_visits (business_uuid, stop_uuid, address, minutes, visited_at)
     select business_uuid, stop_uuid, $3, 4, now() from stop on conflict do nothing`,
    addressKey,
  )
  await add(
    `insert into refused_proofs (business_uuid, proof_uuid, route_uuid, stop_uuid, kind, file_name, content_type, sha256, signed_by, taken_at)
     select business_uuid, stop_uuid, route_uuid, stop_uuid, 'PHOTO', stop_uuid::text, 'image/jpeg', '', 'D. Quillfeather', now() from stop`,
  )
  await add(
    `insert into build_proposals (business_uuid, build_uuid, created_at, expires_at, body, basis, plan)
     select business_uuid, stop_uuid, now(), now() + interval '9 days', jsonb_build_object('external_refs', $2::text), '',
       jsonb_build_object('order', order_uuid) from stop`,
  )
  await add(
    `, step as (insert into undo_steps (business_uuid, step_uuid, user_uuid, kind, done_at, detail)
       select business_uuid, stop_uuid, user_uuid, 'ORDERS_MOVED', now(), '{"note": "Dorothea Quillfeather"}'
       from stop join users using (business_uuid))
     insert into step_rows (business_uuid, step_uuid, kind, record_uuid, before)
     select business_uuid, stop_uuid, 'STOP', stop_uuid,
       jsonb_build_object('order_uuid', order_uuid, 'driver_notes', 'Dorothea took it') from stop`,
  )
  await add(
    `, zone as (insert into zones (business_uuid, zone_uuid, name, geometry, area, west, south, east, north, hours)
       select business_uuid, stop_uuid, 'Zone', '{}', 1, 0, 0, 1, 1, '[]' from stop)
     insert into zone_closures select business_uuid, stop_uuid, '2020-01-01', 'Fair of Dorothea Quillfeather' from stop`,
  )
  await add(
    `insert into test_days (business_uuid, test_day_uuid, date, seed, failed_share, late_share, offline_share, undone_share, status,
       virtual_now, virtual_start, drivers, created_at, ended_at)
     select business_uuid, stop_uuid, '2020-01-01', 1, 0, 0, 0, 0, 'FINISHED', now(), now(), '[{"name": "Dorothea Quillfeather"}]',
       now(), now() from stop`,
  )
}

/**
 * Returns faults of the proof itself. `named` lists the columns in which its rows name the customer. Faults are tables
 * without such a row, and columns that are declared to contain no customer data.
 */
export function coverageFaults(named: readonly string[]): string[] {
  const columns = new Set(named.map((where) => where.replace(/^partitions\.(\w+?)_(first|rest)\./, '$1.')))
  const tables = new Set([...columns].map((where) => where.split('.')[0]))
  const holding = columnsThat(({ holds }) => holds !== 'NONE' && holds !== 'DIGEST')
  const nothing = columnsThat(
    ({ kind, holds }) => holds === 'NONE' && ['text', 'texts', 'json', 'bytes'].includes(kind),
  )
  return [
    ...holding.flatMap(([{ name }]) => (tables.has(name) ? [] : [`no row of ${name} names the customer before`])),
    ...nothing.flatMap(([{ name }, some]) =>
      some.flatMap((column) =>
        columns.has(`${name}.${column}`) ? [`${name}.${column} names the customer, but is declared NONE`] : [],
      ),
    ),
  ]
}
