// Assertions on the audit log. Each use case's test asserts the row that its change wrote.
import assert from 'node:assert/strict'
import type { App } from '../../src/app/context.ts'
import type { ActorKind } from '../../src/domain/users/actor.ts'
import { AUDIT_ACTIONS, type AuditAction } from '../../src/domain/audit.ts'

export interface AuditRow {
  entity: string
  entityId: string
  by: { kind: ActorKind; id: string | null }
  requestId: string | null
  detail: Record<string, unknown> | null
  at: Date
}

interface Expected {
  /** The record that the row is about. If absent, the action may be of any record of the business. */
  entityId?: string
  /** Kind of the record. Default: the kind that the action has in `AUDIT_ACTIONS`. */
  entity?: string
  by?: { kind: ActorKind; id?: string | null }
  /** The complete detail. `null` asserts that the row has no detail. */
  detail?: Record<string, unknown> | null
  /** Number of such rows. Default: one. */
  times?: number
}

/**
 * Asserts that the business's audit log has this action `times` times (default: once), and that the newest such row matches.
 * Returns that row.
 *
 * await expectAuditRow(service, shop, 'stop.outcome', { entityId: stopId, by: { kind: 'API', id: shop.keyId } })
 */
export async function expectAuditRow(
  service: { app: App },
  shop: { businessId: string },
  action: AuditAction,
  expected: Expected = {},
): Promise<AuditRow> {
  const { entity = subjectOf(action), by, detail, times = 1 } = expected
  const rows = await rowsOf(service, shop, action, expected)
  assert.equal(rows.length, times, `rows of ${action}`)
  const newest = rows.at(-1)
  assert.ok(newest, 'expectNoAuditRow asserts that there is no row')
  assert.equal(newest.entity, entity)
  if (by) assert.deepEqual(newest.by, { ...newest.by, ...by })
  if (detail !== undefined) assert.deepEqual(newest.detail, detail)
  return newest
}

/** Asserts that the audit log has no such action, for this record or, without `entityId`, for any record of the business. */
export async function expectNoAuditRow(
  service: { app: App },
  shop: { businessId: string },
  action: AuditAction,
  about: Pick<Expected, 'entityId'> = {},
): Promise<void> {
  assert.deepEqual(await rowsOf(service, shop, action, about), [])
}

/** Returns the matching audit rows of the business, oldest first. */
async function rowsOf(
  { app }: { app: App },
  { businessId }: { businessId: string },
  action: AuditAction,
  about: Pick<Expected, 'entityId'>,
): Promise<AuditRow[]> {
  if ('entityId' in about) assert.ok(about.entityId, 'the record is known')
  const rows = await app.db.asBusiness(businessId, (tx) =>
    tx
      .selectFrom('auditLog')
      .selectAll()
      .where('businessId', '=', businessId)
      .where('action', '=', action)
      .orderBy('auditId')
      .execute(),
  )
  return rows
    .filter((row) => about.entityId === undefined || row.entityId === about.entityId)
    .map((row) => ({
      entity: row.entity,
      entityId: row.entityId,
      by: { kind: row.actorKind, id: row.actorId },
      requestId: row.requestId,
      detail: row.detail,
      at: row.at,
    }))
}

const subjectOf = (action: AuditAction): string | undefined =>
  Object.entries(AUDIT_ACTIONS).find(([, actions]) => action in actions)?.[0]
