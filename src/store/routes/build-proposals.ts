// Builds that are planned but not yet made.
import type { ProposedPlan } from '../../domain/planning/proposed-plan.ts'
import type { Tx } from '../database.ts'

export interface BuildProposal<B = unknown, S = unknown> {
  buildId: string
  createdAt: Date
  expiresAt: Date
  acceptedAt: Date | null
  body: B
  basis: string
  plan: ProposedPlan<S>
}

export async function insertBuildProposal(tx: Tx, { body, plan, ...proposal }: BuildProposal): Promise<void> {
  await tx
    .insertInto('buildProposals')
    .values({ businessId: tx.businessId, ...proposal, body: JSON.stringify(body), plan: JSON.stringify(plan) })
    .execute()
}

/** The proposal, locked, so that it is accepted once. */
export async function lockBuildProposal<B, S>(tx: Tx, buildId: string): Promise<BuildProposal<B, S> | null> {
  const row = await tx
    .selectFrom('buildProposals')
    .select(['buildId', 'createdAt', 'expiresAt', 'acceptedAt', 'body', 'basis', 'plan'])
    .where('businessId', '=', tx.businessId)
    .where('buildId', '=', buildId)
    .forUpdate()
    .executeTakeFirst()
  return (row as BuildProposal<B, S> | undefined) ?? null
}

export async function markBuildAccepted(tx: Tx, buildId: string, at: Date): Promise<void> {
  await tx
    .updateTable('buildProposals')
    .set({ acceptedAt: at })
    .where('businessId', '=', tx.businessId)
    .where('buildId', '=', buildId)
    .execute()
}
