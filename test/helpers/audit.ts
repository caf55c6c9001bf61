// What the audit log has of a change: each use case's test asserts the row that its change wrote.
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
  /** The record it is about; without one, the action is looked for in the whole business. */
  entityId?: string
  /** Only where it is not the kind of record that the action belongs to in `AUDIT_ACTIONS`. */
  entity?: string
  by?: { kind: ActorKind; id?: string | null }
  /** All of the detail, `null` for none. */
  detail?: Record<string, unknown> | null
  /** How many such rows there are; one unless given. */
  times?: number
}

/**
 * Asserts that the business's log has this action, once unless `times` says otherwise, and that the newest such row
 * is as expected. Returns that row.
 *
 *     await expectAuditRow(service, shop, 'stop.outcome', { entityId: stopId, by: { kind: 'API', id: shop.keyId } })
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
  assert.ok(newest, 'no row is asserted by expectNoAuditRow')
  assert.equal(newest.entity, entity)
  if (by) assert.deepEqual(newest.by, { ...newest.by, ...by })
  if (detail !== undefined) assert.deepEqual(newest.detail, detail)
  return newest
}

/** Asserts that the action is not in the business's log, for this record or for any. */
export async function expectNoAuditRow(
  service: { app: App },
  shop: { businessId: string },
  action: AuditAction,
  about: Pick<Expected, 'entityId'> = {},
): Promise<void> {
  assert.deepEqual(await rowsOf(service, shop, action, about), [])
}

/** Oldest first. */
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
