// Proposals to re-plan routes under way.
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
