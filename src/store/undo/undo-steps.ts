// Steps of the office that can be undone.
import { selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { UndoDetail, UndoKind } from '../../domain/undo/step.ts'
import type { Permission } from '../../domain/users/permissions.ts'
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
    /** Whether the step undid another step. Such a step is not listed. If it is undone, the other step is redone. */
    isUndo: boolean
    /** Permission that the step needed, and that undoing it needs. Null if none is needed. */
    permission: Permission | null
    /**
     * Number of changed orders or routes.
     * `day`: the day of the changes if there is only one, otherwise null.
     */
    count: number
    day: string | null
  }
}[UndoKind]

type WithoutFigures = { [K in UndoKind]: Omit<Extract<UndoStep, { kind: K }>, 'count' | 'day'> }[UndoKind]

/** Writes the step. If it exists, adds the details of further changes made at the same time. */
export async function addToStep(tx: Tx, step: WithoutFigures & { count?: number }): Promise<void> {
  const { stepId, userId, kind, doneAt, settlesAt, detail, isUndo, permission, count = 0 } = step
  await sql`
    insert into undo_steps (business_uuid, step_uuid, user_uuid, kind, done_at, settles_at, detail, is_undo, permission, count)
    values (${tx.businessId}::uuid, ${stepId}::uuid, ${userId}::uuid, ${kind}, ${doneAt}, ${settlesAt},
            ${JSON.stringify(detail)}::jsonb, ${isUndo}, ${permission}, ${count})
    on conflict (business_uuid, step_uuid) do update
      set detail = undo_steps.detail || excluded.detail, settles_at = coalesce(excluded.settles_at, undo_steps.settles_at)`.execute(
    tx,
  )
}

/** Drops recorded rows that are unchanged, and writes the step with the others. Returns false if no rows are left. */
export async function closeStep(tx: Tx, step: WithoutFigures): Promise<boolean> {
  const { stepId } = step
  const own = sql`r.business_uuid = ${tx.businessId}::uuid and r.step_uuid = ${stepId}::uuid`
  await sql`delete from step_rows r where ${own} and r.before is not distinct from r.after`.execute(tx)
  const { rows } = await sql<{ any: boolean }>`select exists (select from step_rows r where ${own}) as any`.execute(tx)
  if (!rows[0]?.any) return false
  await addToStep(tx, { ...step, detail: [] as never })
  await sql`
    with rows as materialized (select r.kind, r.before, r.after, coalesce(r.after, r.before) as one from step_rows r where ${own}),
      stops as (select *, before is null or after is null
          or (before -> 'route_uuid', before -> 'trip', before -> 'locked', before -> 'service_minutes')
            is distinct from (after -> 'route_uuid', after -> 'trip', after -> 'locked', after -> 'service_minutes') as is_moved,
          (before -> 'sequence') is distinct from (after -> 'sequence') as is_behind
        from rows where kind = 'STOP'),
      days as (select one ->> 'date' as day from rows where kind = 'ROUTE'
        union select t.date::text from stops s join routes t on t.business_uuid = ${tx.businessId}::uuid
          and t.route_uuid in ((s.before ->> 'route_uuid')::uuid, (s.after ->> 'route_uuid')::uuid))
    update undo_steps u set
      count = case u.kind
        when 'ORDERS_CANCELLED' then (select count(*) from rows where kind = 'ORDER'
          and (before ->> 'status' = 'CANCELLED') is distinct from (after ->> 'status' = 'CANCELLED'))
        when 'ORDERS_MOVED' then (select count(*) from rows where kind = 'ORDER'
          and before ->> 'delivery_date' <> after ->> 'delivery_date')
        when 'ROUTES_BUILT' then (select count(*) from rows where kind = 'ROUTE')
        else (select greatest(1, count(*) filter (where is_moved),
          case when bool_or(is_moved) then 0 else count(*) filter (where is_behind) end) from stops) end,
      day = case u.kind
        when 'ORDERS_CANCELLED' then null
        when 'ORDERS_MOVED' then (select min(after ->> 'delivery_date')::date from rows where kind = 'ORDER'
          and before ->> 'delivery_date' <> after ->> 'delivery_date')
        else (select min(day)::date from days having count(*) = 1) end
    where u.business_uuid = ${tx.businessId}::uuid and u.step_uuid = ${stepId}::uuid`.execute(tx)
  return true
}

const columns = [
  'stepId',
  'userId',
  'kind',
  'doneAt',
  'settlesAt',
  'detail',
  'isUndo',
  'permission',
  'count',
  'day',
] as const

/**
 * Returns the user's steps since `since` that are not undone, newest first. Builds, cancellations and moves to other
 * days are omitted if one of their routes was dispatched or ended since. Changes of routes stay. Undo on the day names
 * the obstacle before it continues with an earlier change.
 */
export async function stepsOf(tx: Tx, userId: string, since: Date, limit: number): Promise<UndoStep[]> {
  const rows = await selectOwn(tx, 'undoSteps', { userId, isUndo: false })
    .select(columns)
    .where('doneAt', '>', since)
    .where('undoneAt', 'is', null)
    .where('count', '>', 0)
    .where(
      sql<boolean>`(kind = 'ROUTES_CHANGED' or not exists (
        select from step_rows x left join routes r on r.business_uuid = x.business_uuid and r.route_uuid = x.record_uuid
        where x.business_uuid = undo_steps.business_uuid and x.step_uuid = undo_steps.step_uuid and x.kind = 'ROUTE'
          and x.after ->> 'status' is distinct from r.status))`,
    )
    .orderBy('doneAt', 'desc')
    .orderBy('stepId', 'desc')
    .limit(limit)
    .execute()
  return rows as UndoStep[]
}

/** Returns the step, locked, so that it is settled or undone only once. Null if it doesn't exist. */
export async function lockStep(tx: Tx, stepId: string): Promise<(UndoStep & { undoneAt: Date | null }) | null> {
  const row = await selectOwn(tx, 'undoSteps', { stepId })
    .select([...columns, 'undoneAt'])
    .forUpdate()
    .executeTakeFirst()
  return (row as (UndoStep & { undoneAt: Date | null }) | undefined) ?? null
}

/** Marks a step as undone. Its pending events and notices are not sent. */
export async function markUndone(tx: Tx, stepId: string, at: Date): Promise<void> {
  await updateOwn(tx, 'undoSteps', { stepId }).set({ undoneAt: at, settlesAt: null }).execute()
}

/** Marks a step as settled with its current detail, after its events and notices were sent. */
export async function saveSettled(tx: Tx, stepId: string, detail: UndoStep['detail']): Promise<void> {
  await updateOwn(tx, 'undoSteps', { stepId })
    .set({ settlesAt: null, detail: JSON.stringify(detail) })
    .execute()
}

/**
 * Removes an order from cancellations that can be undone. The caller's system also canceled the order, so the office
 * can't undo it, and that system needs no event.
 */
export async function keepOrderCancelled(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update undo_steps s
    set detail = coalesce((select jsonb_agg(one) from jsonb_array_elements(s.detail) one
                           where one->>'orderId' <> ${orderId}), '[]')
    where s.business_uuid = ${tx.businessId}::uuid and s.kind = 'ORDERS_CANCELLED' and s.undone_at is null
      and s.detail @> ${JSON.stringify([{ orderId }])}::jsonb`.execute(tx)
}

/** A step that is due to be settled. */
export interface DueStep extends WorkItem {
  timeZone: string
}

/** Returns steps whose undo window has ended, soonest first. For the system role. */
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
