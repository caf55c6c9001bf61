// Photos and signatures of refused taps, and of stops that were removed from their route.
import { deleteOwn, insertOwn, selectOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { itemOf, type StoredProof, type Proof } from './proofs.ts'

interface AtStop {
  routeId: string
  stopId: string
}

/** Stores a refused proof. `tapKey` is the key under which the phone sent it. */
export async function storeRefusedProof(
  tx: Tx,
  { routeId, stopId, tapKey }: AtStop & { tapKey: string },
  proof: StoredProof,
): Promise<void> {
  const { place, item, ...kept } = proof
  await insertOwn(tx, 'refusedProofs', {
    routeId,
    stopId,
    tapKey,
    ...kept,
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
    itemName: item?.name ?? null,
    itemSku: item?.sku ?? null,
  }).execute()
}

/** Counts the stored refused photos and signatures of the route, up to `most`. */
export async function countRefusedProofs(tx: Tx, routeId: string, most: number): Promise<number> {
  const rows = await selectOwn(tx, 'refusedProofs', { routeId }).select('proofId').limit(most).execute()
  return rows.length
}

/** Returns the refused proofs of these routes, oldest first. */
export async function refusedProofs(
  tx: Tx,
  routeIds: readonly string[],
): Promise<(Proof & { routeId: string; stopId: string })[]> {
  if (routeIds.length === 0) return []
  const rows = await selectOwn(tx, 'refusedProofs')
    .select(['routeId', 'proofId', 'kind', 'stopId', 'itemName', 'itemSku'])
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

/** Returns the refused photos and signatures of these stops, oldest first. */
export async function refusedProofsOfStops(tx: Tx, stopIds: readonly string[]): Promise<Proof[]> {
  if (stopIds.length === 0) return []
  const rows = await selectOwn(tx, 'refusedProofs')
    .select(['proofId', 'kind', 'itemName', 'itemSku'])
    .where('stopId', 'in', stopIds)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ proofId, kind, ...row }) => ({ proofId, kind, item: itemOf(row) }))
}

/** Deletes a stop's refused proofs and returns them, oldest first, so that they become proofs of its outcome. */
export async function takeRefusedProofs(tx: Tx, { routeId, stopId }: AtStop): Promise<StoredProof[]> {
  const rows = await deleteOwn(tx, 'refusedProofs', { routeId, stopId })
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

const COLUMNS = sql.raw(
  'proof_uuid, stop_uuid, kind, file_name, content_type, sha256, signed_by, taken_at, claimed_at, lat, lng, item_name, item_sku, created_at',
)

/**
 * Moves the proofs of stops that are removed from their route to the refused proofs, because the driver may have been
 * there. Must run before the stops are deleted.
 */
export async function setAsideProofs(tx: Tx, stopIds: readonly string[]): Promise<void> {
  await sql`
    with aside as (
      delete from proofs where business_uuid = ${tx.businessId}::uuid and stop_uuid = any(${stopIds}::uuid[])
      returning ${COLUMNS})
    insert into refused_proofs (business_uuid, route_uuid, ${COLUMNS})
    select s.business_uuid, s.route_uuid, aside.* from aside
    join stops s on s.business_uuid = ${tx.businessId}::uuid and s.stop_uuid = aside.stop_uuid`.execute(tx)
}

/**
 * Restores the proofs that were set aside for stops that are on their route again. Proofs of delayed taps are not
 * restored.
 */
export async function restoreProofs(tx: Tx, stopIds: readonly string[]): Promise<void> {
  await sql`
    with back as (
      delete from refused_proofs where business_uuid = ${tx.businessId}::uuid and stop_uuid = any(${stopIds}::uuid[])
        and tap_key is null
      returning ${COLUMNS})
    insert into proofs (business_uuid, ${COLUMNS}) select ${tx.businessId}::uuid, back.* from back`.execute(tx)
}
