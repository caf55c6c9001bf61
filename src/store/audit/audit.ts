// The audit log: who changed what, when, from where; written in the change's own transaction, never altered.
import { sql } from 'kysely'
import type { AuditEntry } from '../../domain/audit.ts'
import type { Actor, ActorKind } from '../../domain/users/actor.ts'
import { pipelined, type Tx } from '../database.ts'

/** Pipelined: an audit row that can't be written fails the transaction. */
export function audit(
  tx: Tx,
  by: { businessId: string; actor: Actor; requestId: string | null; now: Date; newId: () => string },
  ...entries: readonly AuditEntry[]
): void {
  if (entries.length === 0) return
  const rows = entries.map(({ action, entity, entityId, detail }) => ({
    business_uuid: by.businessId,
    audit_uuid: by.newId(),
    at: by.now,
    actor_kind: by.actor.kind,
    actor_id: by.actor.id,
    request_id: by.requestId,
    action,
    entity,
    entity_uuid: entityId,
    detail: detail ? JSON.stringify(detail) : null,
  }))
  pipelined(tx, tx.insertInto('audit_log').values(rows))
}

/** Who last changed one of these, by name where it was someone of the office. */
export async function lastChangeBy(
  tx: Tx,
  entityIds: readonly string[],
): Promise<{ at: Date; kind: ActorKind; name: string | null } | null> {
  const row = await tx
    .selectFrom('audit_log as a')
    .leftJoin('users as u', (on) =>
      on.onRef('u.business_uuid', '=', 'a.business_uuid').on(sql`u.user_uuid::text`, '=', sql`a.actor_id`),
    )
    .select(['a.at', 'a.actor_kind', 'u.name'])
    .where('a.business_uuid', '=', tx.businessId)
    .where('a.entity_uuid', 'in', entityIds)
    .orderBy('a.audit_uuid', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { at: row.at, kind: row.actor_kind, name: row.name } : null
}
