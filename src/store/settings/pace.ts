// The pace that a business has learned from its finished routes, and how well its ranges of arrival have held.
import { selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { LearnedPace } from '../../domain/forecast/learn-pace.ts'
import type { PlanPace } from '../../domain/planning/plan-pace.ts'
import type { Tx } from '../database.ts'

/** Returns the differences that plans include. Null if too little is known, or if the business turned them off. */
export const planPaceOf = ({ pace, plansWithPace }: { pace: LearnedPace | null; plansWithPace: boolean }) =>
  (plansWithPace && pace?.plan) || null

/** The pace of plans, whether plans include it, and the number of routes from which it was learned. */
export interface PaceOfPlans {
  plan: PlanPace | null
  routes: number
  isUsed: boolean
}

export async function readPaceOfPlans(tx: Tx): Promise<PaceOfPlans> {
  const { pace, plansWithPace } = await selectOwn(tx, 'businesses')
    .select(['pace', 'plansWithPace'])
    .executeTakeFirstOrThrow()
  return { plan: pace?.plan ?? null, routes: pace?.routes ?? 0, isUsed: plansWithPace }
}

export async function savePlansWithPace(tx: Tx, plansWithPace: boolean): Promise<void> {
  await updateOwn(tx, 'businesses').set({ plansWithPace }).execute()
}

/** Null without finished routes. */
export async function readPace(tx: Tx): Promise<LearnedPace | null> {
  const row = await selectOwn(tx, 'businesses').select('pace').executeTakeFirst()
  return row?.pace ?? null
}

export async function savePace(tx: Tx, pace: LearnedPace): Promise<void> {
  await updateOwn(tx, 'businesses')
    .set({ pace: JSON.stringify(pace) })
    .execute()
}

export interface RangesHeld {
  deliveries: number
  /** Deliveries that came inside the range that their customer was given last. */
  inside: number
  /** Median width of these ranges. Null without deliveries. */
  medianSeconds: number | null
}

/** Number of routes that are read, so that the read stays fast for any number of routes. */
const NEWEST_ROUTES = 1_000

/** Counts arrivals on the newest routes since `sinceDay`. A driver who waits for a time window has arrived at its start. */
export async function rangesHeld(tx: Tx, timeZone: string, sinceDay: string): Promise<RangesHeld> {
  const { rows } = await sql<RangesHeld>`
    with driven as materialized (
      select route_uuid, date from routes
      where business_uuid = ${tx.businessId}::uuid and date >= ${sinceDay} and status in ('IN_PROGRESS', 'COMPLETED')
      order by date desc, name desc, route_uuid desc limit ${sql.lit(NEWEST_ROUTES)}
    ), given as (
      select s.told_from, s.told_to,
             greatest(s.arrived_at, (r.date + o.window_start) at time zone ${timeZone}) as reached_at
      from driven r join stops s using (route_uuid)
        join orders o on o.business_uuid = s.business_uuid and o.order_uuid = s.order_uuid
      where s.business_uuid = ${tx.businessId}::uuid and s.arrived_at is not null and s.told_to is not null
    )
    select count(*)::int as deliveries,
           (count(*) filter (where reached_at between told_from and told_to))::int as inside,
           extract(epoch from percentile_cont(0.5) within group (order by told_to - told_from))::float8 as median_seconds
    from given`.execute(tx)
  return rows[0] ?? { deliveries: 0, inside: 0, medianSeconds: null }
}
