// The audit log: who changed what, when and from where. An entry is written in the transaction of its change and never
// altered.
import { sql } from 'kysely'
import type { AuditEntry } from '../../domain/audit.ts'
import type { Actor, ActorKind } from '../../domain/users/actor.ts'
import type { Tx } from '../database.ts'
import { insertMany } from '../bulk-write.ts'

/** Writes audit entries, pipelined: an entry that can't be written fails the transaction. */
export function audit(
  tx: Tx,
  by: { businessId: string; actor: Actor; requestId: string | null; now: Date; newId: () => string },
  ...entries: readonly AuditEntry[]
): void {
  if (entries.length === 0) return
  const rows = entries.map(({ action, entity, entityId, detail }) => ({
    businessId: by.businessId,
    auditId: by.newId(),
    at: by.now,
    actorKind: by.actor.kind,
    actorId: by.actor.id,
    requestId: by.requestId,
    action,
    entity,
    entityId,
    detail: detail ?? null,
  }))
  insertMany(tx, 'auditLog', rows)
}

/**
 * Returns who last changed one of these records. The name is null unless it was a user of the office. Null if there is
 * no entry.
 */
export async function lastChangeBy(
  tx: Tx,
  entityIds: readonly string[],
): Promise<{ at: Date; kind: ActorKind; name: string | null } | null> {
  const row = await tx
    .selectFrom('auditLog as a')
    .leftJoin('users as u', (on) =>
      on.onRef('u.businessId', '=', 'a.businessId').on(sql`u.user_uuid::text`, '=', sql`a.actor_id`),
    )
    .select(['a.at', 'a.actorKind', 'u.name'])
    .where('a.businessId', '=', tx.businessId)
    .where('a.entityId', 'in', entityIds)
    .orderBy('a.auditId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { at: row.at, kind: row.actorKind, name: row.name } : null
}
