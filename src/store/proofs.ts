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
