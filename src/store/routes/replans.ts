// Proposals to re-plan running routes.
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import type { ReplanBasis, ReplanPlan } from '../../domain/routes/replan-plan.ts'
import type { Tx } from '../database.ts'

export interface Replan {
  replanId: string
  createdAt: Date
  expiresAt: Date
  acceptedAt: Date | null
  basis: ReplanBasis
  plans: ReplanPlan[]
}

export async function insertReplan(tx: Tx, { basis, plans, ...replan }: Replan): Promise<void> {
  await insertOwn(tx, 'replans', { ...replan, basis: JSON.stringify(basis), plans: JSON.stringify(plans) }).execute()
}

/** Returns the proposal, locked, so that it is accepted only once. Null if it doesn't exist. */
export async function lockReplan(tx: Tx, replanId: string): Promise<Replan | null> {
  const row = await selectOwn(tx, 'replans', { replanId })
    .select(['replanId', 'createdAt', 'expiresAt', 'acceptedAt', 'basis', 'plans'])
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function markAccepted(tx: Tx, replanId: string, at: Date): Promise<void> {
  await updateOwn(tx, 'replans', { replanId }).set({ acceptedAt: at }).execute()
}
