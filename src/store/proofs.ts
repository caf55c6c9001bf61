// Proof of delivery: which photos and signatures a stop has.
import type { Tx } from './database.ts'

export async function proofKinds(
  tx: Tx,
  businessId: string,
  stopId: string,
): Promise<{ photo: boolean; signature: boolean }> {
  const rows = await tx
    .selectFrom('proofs')
    .select('kind')
    .distinct()
    .where('business_uuid', '=', businessId)
    .where('stop_uuid', '=', stopId)
    .execute()
  const has = (kind: 'PHOTO' | 'SIGNATURE') => rows.some((row) => row.kind === kind)
  return { photo: has('PHOTO'), signature: has('SIGNATURE') }
}

export interface Proof {
  proofId: string
  kind: 'PHOTO' | 'SIGNATURE'
}

/** The proofs of stops, oldest first, by the stop's id. */
export async function proofsOfStops(tx: Tx, stopIds: readonly string[]): Promise<Map<string, Proof[]>> {
  const byStop = new Map<string, Proof[]>()
  if (stopIds.length === 0) return byStop
  const rows = await tx
    .selectFrom('proofs')
    .select(['stop_uuid', 'proof_uuid', 'kind'])
    .where('stop_uuid', 'in', stopIds)
    .orderBy('created_at')
    .orderBy('proof_uuid')
    .execute()
  for (const { stop_uuid, proof_uuid, kind } of rows)
    byStop.set(stop_uuid, [...(byStop.get(stop_uuid) ?? []), { proofId: proof_uuid, kind }])
  return byStop
}
