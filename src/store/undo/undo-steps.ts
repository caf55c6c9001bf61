// What the office did and can take back.
import { sql } from 'kysely'
import type { UndoDetail, UndoKind } from '../../domain/undo.ts'
import type { SystemTx, Tx } from '../database.ts'
import { isNotPutOff, type WorkItem } from '../jobs/failed-work.ts'
import { isOnClock } from '../test-days/test-days.ts'

export type UndoStep = {
  [K in UndoKind]: {
    stepId: string
    userId: string
    kind: K
    doneAt: Date
    settlesAt: Date | null
    detail: UndoDetail[K]
  }
}[UndoKind]

/** Writes the step, or adds to it what else was done at once. */
export async function addToStep(tx: Tx, step: UndoStep): Promise<void> {
  const { stepId, userId, kind, doneAt, settlesAt, detail } = step
  await sql`
    insert into undo_steps (business_uuid, step_uuid, user_uuid, kind, done_at, settles_at, detail)
    values (${tx.businessId}::uuid, ${stepId}::uuid, ${userId}::uuid, ${kind}, ${doneAt}, ${settlesAt},
            ${JSON.stringify(detail)}::jsonb)
    on conflict (business_uuid, step_uuid)
      do update set detail = undo_steps.detail || excluded.detail, settles_at = excluded.settles_at`.execute(tx)
}

const columns = ['stepId', 'userId', 'kind', 'doneAt', 'settlesAt', 'detail'] as const

/** What the person did since, and has not taken back, newest first. */
export async function stepsOf(tx: Tx, userId: string, since: Date, limit: number): Promise<UndoStep[]> {
  const rows = await tx
    .selectFrom('undoSteps')
    .select(columns)
    .where('businessId', '=', tx.businessId)
    .where('userId', '=', userId)
    .where('doneAt', '>', since)
    .where('undoneAt', 'is', null)
    .where('kind', '<>', 'ROUTES_CHANGED_BACK')
    .orderBy('doneAt', 'desc')
    .orderBy('stepId', 'desc')
    .limit(limit)
    .execute()
  return rows as UndoStep[]
}

/** The step, locked: it is settled or undone once. */
export async function lockStep(tx: Tx, stepId: string): Promise<(UndoStep & { undoneAt: Date | null }) | null> {
  const row = await tx
    .selectFrom('undoSteps')
    .select([...columns, 'undoneAt'])
    .where('businessId', '=', tx.businessId)
    .where('stepId', '=', stepId)
    .forUpdate()
    .executeTakeFirst()
  return (row as (UndoStep & { undoneAt: Date | null }) | undefined) ?? null
}

/** Nobody else is to hear of it any more. */
export async function markUndone(tx: Tx, stepId: string, at: Date): Promise<void> {
  await tx
    .updateTable('undoSteps')
    .set({ undoneAt: at, settlesAt: null })
    .where('businessId', '=', tx.businessId)
    .where('stepId', '=', stepId)
    .execute()
}

/** Others have heard of it, as it is now. */
export async function saveSettled(tx: Tx, stepId: string, detail: UndoStep['detail']): Promise<void> {
  await tx
    .updateTable('undoSteps')
    .set({ settlesAt: null, detail: JSON.stringify(detail) })
    .where('businessId', '=', tx.businessId)
    .where('stepId', '=', stepId)
    .execute()
}

/** The caller's system wants the order cancelled, too: nobody takes that back, and it need not hear of it. */
export async function keepCancelled(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update undo_steps s
    set detail = coalesce((select jsonb_agg(one) from jsonb_array_elements(s.detail) one
                           where one->>'orderId' <> ${orderId}), '[]')
    where s.business_uuid = ${tx.businessId}::uuid and s.kind = 'ORDERS_CANCELLED' and s.undone_at is null
      and s.detail @> ${JSON.stringify([{ orderId }])}::jsonb`.execute(tx)
}

/** A step to be settled. */
export interface DueStep extends WorkItem {
  timeZone: string
}

/** Steps of which others are to hear now, soonest first; for the system role. */
export async function dueSteps(tx: SystemTx, now: Date, limit: number, of: string | null): Promise<DueStep[]> {
  const rows = await tx
    .selectFrom('undoSteps as s')
    .innerJoin('businesses as b', 'b.businessId', 's.businessId')
    .select(['s.businessId', 's.stepId', 'b.timeZone'])
    .where('s.settlesAt', '<=', now)
    .where(isNotPutOff('settle-outcomes', sql`s.business_uuid`, sql`s.step_uuid`, now))
    .where(isOnClock(sql`s.business_uuid`, of))
    .orderBy('s.settlesAt')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ businessId: row.businessId, timeZone: row.timeZone, itemId: row.stepId }))
}
