// The audit log: who changed what, when, from where; written in the change's own transaction, never altered.
import type { Actor } from '../domain/actor.ts'
import type { Tx } from './database.ts'

export interface AuditEntry {
  action: string
  entity: string
  entityId: string
  detail?: Record<string, unknown>
}

export async function audit(
  tx: Tx,
  by: { businessId: string; actor: Actor; requestId: string | null; now: Date; newId: () => string },
  ...entries: readonly AuditEntry[]
): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('audit_log')
    .values(
      entries.map(({ action, entity, entityId, detail }) => ({
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
      })),
    )
    .execute()
}
