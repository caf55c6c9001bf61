// The rows that a step changed. Triggers record them while a transaction names a step (step_row in
// migrations/0001_baseline.sql). The functions here read them and write them back.
import { deleteOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { RowKind, RowWrite, StepRow } from '../../domain/undo/take-back.ts'
import type { Tx } from '../database.ts'
import { restoreProofs } from '../routes/refused-proofs.ts'
import { DUE_IMMEDIATELY } from '../routes/routes.ts'
import { deleteStops } from '../routes/stops.ts'
import { ALL } from '../tables/all.ts'

/** Records all further changes of this transaction as changes of this step. */
export async function recordRowsOf(tx: Tx, stepId: string): Promise<void> {
  await sql`select set_config('roundsman.step', ${stepId}, true)`.execute(tx)
}

const ofStep = (tx: Tx, stepId: string) =>
  sql`r.business_uuid = ${tx.businessId}::uuid and r.step_uuid = ${stepId}::uuid`

/** Returns the routes and orders that the step's rows belong to, in their lock order. */
export async function recordsOfStep(tx: Tx, stepId: string): Promise<{ routeIds: string[]; orderIds: string[] }> {
  const { rows } = await sql<{ routeIds: string[]; orderIds: string[] }>`
    with rows as materialized (select * from step_rows r where ${ofStep(tx, stepId)})
    select array(select record_uuid from rows where kind = 'ROUTE'
        union select (before ->> 'route_uuid')::uuid from rows where kind <> 'ROUTE' and before ->> 'route_uuid' is not null
        union select (after ->> 'route_uuid')::uuid from rows where kind <> 'ROUTE' and after ->> 'route_uuid' is not null
        order by 1) as route_ids,
      array(select record_uuid from rows where kind = 'ORDER'
        union select (coalesce(before, after) ->> 'order_uuid')::uuid from rows where kind = 'STOP' order by 1) as order_ids`.execute(
    tx,
  )
  return rows[0] ?? { routeIds: [], orderIds: [] }
}

/**
 * Returns the step's rows in three states: before the step, after the step, and now. The caller must have locked their
 * routes and orders.
 */
export async function readStepRows(tx: Tx, stepId: string): Promise<StepRow[]> {
  const now = (kind: RowKind) => sql`
    when ${kind} then (select plan_of(t) from ${tableOf(kind)} t where t.business_uuid = r.business_uuid
      and ${sql.ref(`t.${kind.toLowerCase()}_uuid`)} = r.record_uuid)`
  const { rows } = await sql<StepRow>`
    select r.kind, r.record_uuid as record_id, r.before, r.after, case r.kind ${now('ORDER')}
      ${now('ROUTE')} ${now('STOP')} ${now('BUILD')} end as now
    from step_rows r where ${ofStep(tx, stepId)} order by r.kind, r.record_uuid`.execute(tx)
  return rows
}

const tableOf = (kind: RowKind) => sql.table(ALL.find(({ declared }) => declared.undo === kind)?.name ?? '')

/** Writes rows back to the state before the step. Rows that other rows refer to are added first and removed last. */
export async function restoreRows(tx: Tx, stepId: string, writes: readonly RowWrite[]): Promise<void> {
  const of = (kind: RowKind, write: 'ADD' | 'REMOVE') =>
    writes.filter((one) => one.kind === kind && one.write === write).map(({ recordId }) => recordId)
  await changeRoutes(tx, stepId, writes)
  await add(tx, stepId, 'ROUTE', of('ROUTE', 'ADD'))
  await add(tx, stepId, 'STOP', of('STOP', 'ADD'))
  await restoreProofs(tx, of('STOP', 'ADD'))
  for (const kind of ['STOP', 'ORDER', 'BUILD'] as const) await change(tx, stepId, kind, writes)
  await deleteStops(tx, of('STOP', 'REMOVE'))
  await deleteOwn(tx, 'routes')
    .where((eb) => eb('routeId', '=', sql<string>`any(${of('ROUTE', 'REMOVE')}::uuid[])`))
    .execute()
}

async function add(tx: Tx, stepId: string, kind: RowKind, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length === 0) return
  const { rows } = await sql<{ columns: string[] }>`
    select array(select jsonb_object_keys(r.before)) as columns from step_rows r
    where ${ofStep(tx, stepId)} and r.kind = ${kind} and r.record_uuid = ${recordIds[0]}::uuid`.execute(tx)
  const columns = sql.join((rows[0]?.columns ?? []).map((column) => sql.ref(column)))
  const table = tableOf(kind)
  await sql`
    insert into ${table} (business_uuid, ${columns})
    select r.business_uuid, ${columns} from step_rows r, jsonb_populate_record(null::${table}, r.before) p
    where ${ofStep(tx, stepId)} and r.kind = ${kind} and r.record_uuid = any(${recordIds}::uuid[])`.execute(tx)
}

/**
 * A vehicle can have only one open route per day. Routes that close are therefore changed first, and routes that reopen
 * last.
 */
async function changeRoutes(tx: Tx, stepId: string, writes: readonly RowWrite[]): Promise<void> {
  const turning = writes.filter(({ kind, write }) => kind === 'ROUTE' && write.includes('status'))
  const { rows } = await sql<{ recordId: string }>`
    select r.record_uuid as record_id from step_rows r where ${ofStep(tx, stepId)} and r.kind = 'ROUTE'
      and r.before ->> 'status' in ('COMPLETED', 'CANCELLED')`.execute(tx)
  const closed = new Set(rows.map(({ recordId }) => recordId))
  const [closing, opening] = [true, false].map((closes) =>
    turning.filter(({ recordId }) => closed.has(recordId) === closes),
  ) as [RowWrite[], RowWrite[]]
  const others = writes.filter((one) => one.kind === 'ROUTE' && !turning.includes(one))
  for (const round of [closing, others, opening]) await change(tx, stepId, 'ROUTE', round)
}

async function change(tx: Tx, stepId: string, kind: RowKind, writes: readonly RowWrite[]): Promise<void> {
  const changes = writes.flatMap(({ kind: own, recordId, write }) =>
    own === kind && typeof write !== 'string' ? [{ recordId, write }] : [],
  )
  if (changes.length === 0) return
  const columns = [...new Set(changes.flatMap(({ write }) => write))]
  const ids = changes.map(({ recordId }) => recordId)
  const names = changes.map(({ write }) => write.join())
  await sql`
    update ${tableOf(kind)} t
    set (${sql.join(columns.map((column) => sql.ref(column)))}) = (
      select ${sql.join(columns.map((column) => sql.ref(`p.${column}`)))} from jsonb_populate_record(t, k.patch) p)
    from (select w.id, (select jsonb_object_agg(e.key, e.value) from jsonb_each(r.before) e
            where e.key = any(string_to_array(w.names, ','))) as patch
          from unnest(${ids}::uuid[], ${names}::text[]) w (id, names)
          join step_rows r on ${ofStep(tx, stepId)} and r.kind = ${kind} and r.record_uuid = w.id) k
    where t.business_uuid = ${tx.businessId}::uuid and ${sql.ref(`t.${kind.toLowerCase()}_uuid`)} = k.id`.execute(tx)
}

/** Makes the geometry of these routes due again. */
export async function redrawRoutes(tx: Tx, routeIds: readonly string[]): Promise<void> {
  await updateOwn(tx, 'routes')
    .set({ waysDueAt: DUE_IMMEDIATELY })
    .where((eb) => eb('routeId', '=', sql<string>`any(${routeIds}::uuid[])`))
    .execute()
}

/**
 * Returns the vehicles of these routes that are inactive, or that have another open route on the day, keyed by route
 * ID. Routes in `ownRouteIds` don't count.
 */
export async function vehiclesInTheWay(
  tx: Tx,
  routes: readonly { routeId: string; vehicleId: string; day: string }[],
  ownRouteIds: readonly string[],
): Promise<Map<string, { name: string; active: boolean }>> {
  const column = (read: (route: (typeof routes)[number]) => string) => routes.map(read)
  const { rows } = await sql<{ routeId: string; name: string; active: boolean }>`
    select k.route_uuid as route_id, v.name, v.active from unnest(${column((r) => r.routeId)}::uuid[],
        ${column((r) => r.vehicleId)}::uuid[], ${column((r) => r.day)}::date[]) k (route_uuid, vehicle_uuid, day)
    join vehicles v on v.business_uuid = ${tx.businessId}::uuid and v.vehicle_uuid = k.vehicle_uuid
    where not v.active or exists (
      select from routes r where r.business_uuid = v.business_uuid and r.date = k.day and r.vehicle_uuid = v.vehicle_uuid
        and r.status in ('PLANNED', 'DISPATCHED', 'IN_PROGRESS') and r.route_uuid <> all(${ownRouteIds}::uuid[]))`.execute(
    tx,
  )
  return new Map(rows.map(({ routeId, ...vehicle }) => [routeId, vehicle]))
}
