// Photos and signatures of taps that did not count.
import type { Tx } from '../database.ts'
import { itemOf, type KeptProof, type Proof } from './proofs.ts'

interface AtStop {
  routeId: string
  stopId: string
}

/** `tapKey`: under which the phone sent it. */
export async function keepRefusedProof(
  tx: Tx,
  { routeId, stopId, tapKey }: AtStop & { tapKey: string },
  proof: KeptProof,
): Promise<void> {
  const { place, item, ...kept } = proof
  await tx
    .insertInto('refusedProofs')
    .values({
      businessId: tx.businessId,
      routeId,
      stopId,
      tapKey,
      ...kept,
      lat: place?.lat ?? null,
      lng: place?.lng ?? null,
      itemName: item?.name ?? null,
      itemSku: item?.sku ?? null,
    })
    .execute()
}

/** How many refused photos and signatures of the route are stored; counted no further than to `most`. */
export async function countRefusedProofs(tx: Tx, routeId: string, most: number): Promise<number> {
  const rows = await tx
    .selectFrom('refusedProofs')
    .select('proofId')
    .where('businessId', '=', tx.businessId)
    .where('routeId', '=', routeId)
    .limit(most)
    .execute()
  return rows.length
}

/** Those of these routes, oldest first. */
export async function refusedProofs(
  tx: Tx,
  routeIds: readonly string[],
): Promise<(Proof & { routeId: string; stopId: string })[]> {
  if (routeIds.length === 0) return []
  const rows = await tx
    .selectFrom('refusedProofs')
    .select(['routeId', 'proofId', 'kind', 'stopId', 'itemName', 'itemSku'])
    .where('businessId', '=', tx.businessId)
    .where('routeId', 'in', routeIds)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ routeId, proofId, kind, stopId, ...row }) => ({
    routeId,
    proofId,
    kind,
    stopId,
    item: itemOf(row),
  }))
}

/** Takes out those of a stop, oldest first: they become proofs of its outcome. */
export async function takeRefusedProofs(tx: Tx, { routeId, stopId }: AtStop): Promise<KeptProof[]> {
  const rows = await tx
    .deleteFrom('refusedProofs')
    .where('businessId', '=', tx.businessId)
    .where('routeId', '=', routeId)
    .where('stopId', '=', stopId)
    .returning(['proofId', 'kind', 'fileName', 'contentType', 'sha256', 'signedBy', 'takenAt', 'claimedAt'])
    .returning(['lat', 'lng', 'itemName', 'itemSku', 'createdAt'])
    .execute()
  return rows
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map(({ proofId, kind, fileName, contentType, sha256, signedBy, takenAt, claimedAt, lat, lng, ...row }) => ({
      proofId,
      kind,
      item: itemOf(row),
      fileName,
      contentType,
      sha256,
      signedBy,
      takenAt,
      claimedAt,
      place: lat === null || lng === null ? null : { lat, lng },
    }))
}
