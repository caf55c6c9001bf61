// Photos and signatures of taps that did not count.
import type { Tx } from '../database.ts'
import type { KeptProof, Proof } from './proofs.ts'

interface AtStop {
  routeId: string
  stopId: string
}

export async function keepRefusedProof(tx: Tx, { routeId, stopId }: AtStop, proof: KeptProof): Promise<void> {
  const { place, ...kept } = proof
  await tx
    .insertInto('refusedProofs')
    .values({
      businessId: tx.businessId,
      routeId,
      stopId,
      ...kept,
      lat: place?.lat ?? null,
      lng: place?.lng ?? null,
    })
    .execute()
}

/** Those of a route, oldest first. */
export const refusedProofs = (tx: Tx, routeId: string): Promise<(Proof & { stopId: string })[]> =>
  tx
    .selectFrom('refusedProofs')
    .select(['proofId', 'kind', 'stopId'])
    .where('businessId', '=', tx.businessId)
    .where('routeId', '=', routeId)
    .orderBy('createdAt')
    .execute()

/** Takes out those of a stop, oldest first: they become proofs of its outcome. */
export async function takeRefusedProofs(tx: Tx, { routeId, stopId }: AtStop): Promise<KeptProof[]> {
  const rows = await tx
    .deleteFrom('refusedProofs')
    .where('businessId', '=', tx.businessId)
    .where('routeId', '=', routeId)
    .where('stopId', '=', stopId)
    .returning(['proofId', 'kind', 'fileName', 'contentType', 'sha256', 'signedBy', 'takenAt', 'claimedAt'])
    .returning(['lat', 'lng', 'createdAt'])
    .execute()
  return rows
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map(({ proofId, kind, fileName, contentType, sha256, signedBy, takenAt, claimedAt, lat, lng }) => ({
      proofId,
      kind,
      fileName,
      contentType,
      sha256,
      signedBy,
      takenAt,
      claimedAt,
      place: lat === null || lng === null ? null : { lat, lng },
    }))
}
