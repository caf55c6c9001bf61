// Proposals to re-plan routes under way.
import type { ReplanGoal } from '../../domain/routes/replan.ts'
import type { RouteStatus } from '../../domain/routes/route.ts'
import type { HandOver } from '../../domain/routes/trips.ts'
import type { StopStatus } from '../../domain/routes/stop.ts'
import type { Tx } from '../database.ts'

/** What a proposal was made on. */
export interface ReplanBasis {
  routes: {
    routeId: string
    name: string
    status: RouteStatus
    vehicleId: string
    driverId: string | null
    /** In driving order. */
    stops: { stopId: string; orderId: string; externalRef: string; status: StopStatus; locked: boolean }[]
  }[]
  /** By order; the text that builds compare, too. */
  orders: Record<string, { externalRef: string; changedAt: string }>
}

export interface ReplanPlan {
  goals: ReplanGoal[]
  /** The routes that it changes: the orders that are still to be driven to, in order. */
  routes: {
    routeId: string
    orderIds: string[]
    /** By order; none of a route that keeps its trips. */
    trips?: number[] | undefined
    /** By order: what is taken over from another vehicle; none where nothing is. */
    handOvers?: (HandOver | null)[] | undefined
  }[]
  /** Orders that come off their route. */
  off: string[]
  /** How much later than expected routes go on, as was told of them: later than with what was told before, or in its place. */
  delays?: { routeId: string; minutes: number; replace?: boolean }[]
  /** Stops that take longer, or weigh more, than was planned. */
  grown: { stopId: string; orderId: string; serviceMinutes: number | null; loadWeightLbs: number | null }[]
}

export interface Replan {
  replanId: string
  createdAt: Date
  expiresAt: Date
  acceptedAt: Date | null
  basis: ReplanBasis
  plans: ReplanPlan[]
}

export async function insertReplan(tx: Tx, { basis, plans, ...replan }: Replan): Promise<void> {
  await tx
    .insertInto('replans')
    .values({
      businessId: tx.businessId,
      ...replan,
      basis: JSON.stringify(basis),
      plans: JSON.stringify(plans),
    })
    .execute()
}

/** The proposal, locked, so that it is accepted once. */
export async function lockReplan(tx: Tx, replanId: string): Promise<Replan | null> {
  const row = await tx
    .selectFrom('replans')
    .select(['replanId', 'createdAt', 'expiresAt', 'acceptedAt', 'basis', 'plans'])
    .where('businessId', '=', tx.businessId)
    .where('replanId', '=', replanId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function markAccepted(tx: Tx, replanId: string, at: Date): Promise<void> {
  await tx
    .updateTable('replans')
    .set({ acceptedAt: at })
    .where('businessId', '=', tx.businessId)
    .where('replanId', '=', replanId)
    .execute()
}
