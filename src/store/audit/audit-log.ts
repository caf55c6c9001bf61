// The office's view of the audit log, newest first, filtered by actor, action, record and time.
import { type RawBuilder, sql } from 'kysely'
import type { AuditSubject } from '../../domain/audit.ts'
import type { ActorKind } from '../../domain/users/actor.ts'
import { firstIdAt, lastIdBefore } from '../../domain/ordered-id.ts'
import type { Tx } from '../database.ts'

export interface AuditFilter {
  kind: ActorKind | null
  /** The user, API key or driver. */
  actorId: string | null
  /** The kind of record, because an action can concern several kinds. Null: any. */
  entity: AuditSubject | null
  /** Null: any. */
  actions: readonly string[] | null
  /** IDs of the records. Null: any. */
  recordIds: readonly string[] | null
  since: Date | null
  until: Date | null
}

export interface AuditRead {
  auditId: string
  at: Date
  kind: ActorKind
  /** Name of the user, driver or API key. Null if there is none. */
  by: string | null
  action: string
  entity: string
  entityId: string
  /** Name under which people know the record. Null if the record no longer exists. */
  record: string | null
  requestId: string | null
  detail: Record<string, unknown> | null
}

/** The business's date format for to_char. */
const DAY_AS_WRITTEN = sql`(
  select case b.date_format when 'DAY_FIRST' then 'DD/MM/YYYY' when 'YEAR_FIRST' then 'YYYY-MM-DD' else 'MM/DD/YYYY' end
  from businesses b where b.business_uuid = r.business_uuid)`

/**
 * Returns a page that starts after the entry `after`. Reads each action along its own index, then merges the few rows.
 */
export async function auditPage(
  tx: Tx,
  filter: AuditFilter,
  after: string | null,
  limit: number,
): Promise<AuditRead[]> {
  const from = (action: string | null) => sql`
    (select l.* from audit_log l where ${matching(tx.businessId, filter, action, after)}
     order by l.audit_uuid desc limit ${limit})`
  const parts = filter.actions ? filter.actions.map(from) : [from(null)]
  if (parts.length === 0) return []
  const { rows } = await sql<Row>`
    select a.audit_uuid, a.at, a.actor_kind, a.action, a.entity, a.entity_uuid, a.request_id, a.detail,
      case a.actor_kind
        when 'OFFICE' then (select u.name from users u where ${isActor('u', 'user_uuid')})
        when 'API' then coalesce(
          (select k.name from api_keys k where ${isActor('k', 'key_uuid')}),
          (select c.name from connectors c where ${isActor('c', 'connector_uuid')}))
        when 'DRIVER' then (select d.name from drivers d where ${isActor('d', 'driver_uuid')})
      end as by,
      case a.entity
        when 'order' then (select o.external_ref from orders o where ${sameRecord('o', 'order_uuid')})
        when 'stop' then (select o.external_ref from stops s join orders o
          on o.business_uuid = s.business_uuid and o.order_uuid = s.order_uuid where ${sameRecord('s', 'stop_uuid')})
        when 'route' then (select r.name || ', ' || to_char(r.date, ${DAY_AS_WRITTEN}) from routes r
          where ${sameRecord('r', 'route_uuid')})
        when 'vehicle' then (select v.name from vehicles v where ${sameRecord('v', 'vehicle_uuid')})
        when 'driver' then (select d.name from drivers d where ${sameRecord('d', 'driver_uuid')})
        when 'depot' then (select d.name from depots d where ${sameRecord('d', 'depot_uuid')})
        when 'zone' then (select z.name from zones z where ${sameRecord('z', 'zone_uuid')})
        when 'user' then (select u.name from users u where ${sameRecord('u', 'user_uuid')})
        when 'api_key' then (select k.name from api_keys k where ${sameRecord('k', 'key_uuid')})
        when 'connector' then (select c.name from connectors c where ${sameRecord('c', 'connector_uuid')})
        when 'import' then (select i.file_name from imports i where ${sameRecord('i', 'import_uuid')})
        when 'webhook_endpoint' then (select e.url from webhook_endpoints e where ${sameRecord('e', 'endpoint_uuid')})
        when 'webhook_delivery' then (select w.event from webhook_deliveries w where ${sameRecord('w', 'delivery_id')})
      end as record
    from (select * from (${sql.join(parts, sql` union all `)}) l order by l.audit_uuid desc limit ${limit}) a
    order by a.audit_uuid desc`.execute(tx)
  return rows.map(({ actorKind: kind, ...row }) => ({ ...row, kind }))
}

/** Returns the names of drivers, vehicles, depots and API keys, keyed by ID. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select driver_uuid as id, name from drivers where ${isOneOf('driver_uuid', tx, ids)}
    union all select vehicle_uuid, name from vehicles where ${isOneOf('vehicle_uuid', tx, ids)}
    union all select depot_uuid, name from depots where ${isOneOf('depot_uuid', tx, ids)}
    union all select key_uuid, name from api_keys where ${isOneOf('key_uuid', tx, ids)}`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const isOneOf = (key: string, { businessId }: Tx, ids: readonly string[]): RawBuilder<unknown> =>
  sql`business_uuid = ${businessId}::uuid and ${sql.ref(key)} = any(${ids}::uuid[])`

/** Condition that a table's row is the record of the audit entry. */
const sameRecord = (table: string, key: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${table}.business_uuid`)} = a.business_uuid and ${sql.ref(`${table}.${key}`)} = a.entity_uuid`

/** Condition that a table's row is the actor of the audit entry. Compares text, because not every actor has a UUID. */
const isActor = (table: string, key: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${table}.business_uuid`)} = a.business_uuid and ${sql.ref(`${table}.${key}`)}::text = a.actor_id`

// Kind and action are literals, because a partial index is only used for literal values.
function matching(
  businessId: string,
  { entity, kind, actorId, recordIds, since, until }: AuditFilter,
  action: string | null,
  after: string | null,
): RawBuilder<unknown> {
  return sql.join(
    [
      sql`l.business_uuid = ${businessId}::uuid`,
      ...(kind ? [sql`l.actor_kind = ${sql.lit(kind)}`] : []),
      ...(actorId ? [sql`l.actor_id = ${actorId}`] : []),
      ...(entity ? [sql`l.entity = ${entity}`] : []),
      ...(action ? [sql`l.action = ${sql.lit(action)}`] : []),
      ...(recordIds ? [sql`l.entity_uuid = any(${recordIds}::uuid[])`] : []),
      ...(since ? [sql`l.audit_uuid >= ${firstIdAt(since)}::uuid and l.at >= ${since}`] : []),
      ...(until ? [sql`l.audit_uuid < ${lastIdBefore(until)}::uuid and l.at < ${until}`] : []),
      ...(after ? [sql`l.audit_uuid < ${after}::uuid`] : []),
    ],
    sql` and `,
  )
}

interface Row {
  auditId: string
  at: Date
  actorKind: ActorKind
  by: string | null
  action: string
  entity: string
  entityId: string
  record: string | null
  requestId: string | null
  detail: Record<string, unknown> | null
}

/** Returns the IDs of the delivery with this reference and of its stops, under which the audit log has its entries. */
export async function recordsOfReference(tx: Tx, externalRef: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      select order_uuid from orders where business_uuid = ${tx.businessId}::uuid and external_ref = ${externalRef})
    select order_uuid as id from found
    union all
    select s.stop_uuid from found join stops s on s.business_uuid = ${tx.businessId}::uuid and s.order_uuid = found.order_uuid`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
