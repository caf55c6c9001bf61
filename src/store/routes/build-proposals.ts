// Proposals of builds that have not been applied.
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
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
  await insertOwn(tx, 'buildProposals', {
    ...proposal,
    body: JSON.stringify(body),
    plan: JSON.stringify(plan),
  }).execute()
}

/** Returns the proposal, locked, so that it is accepted only once. Null if it doesn't exist. */
export async function lockBuildProposal<B, S>(tx: Tx, buildId: string): Promise<BuildProposal<B, S> | null> {
  const row = await selectOwn(tx, 'buildProposals', { buildId })
    .select(['buildId', 'createdAt', 'expiresAt', 'acceptedAt', 'body', 'basis', 'plan'])
    .forUpdate()
    .executeTakeFirst()
  return (row as BuildProposal<B, S> | undefined) ?? null
}

export async function markBuildAccepted(tx: Tx, buildId: string, at: Date): Promise<void> {
  await updateOwn(tx, 'buildProposals', { buildId }).set({ acceptedAt: at }).execute()
}
