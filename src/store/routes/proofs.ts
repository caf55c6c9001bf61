// Proof of delivery: which photos and signatures a stop has.
import { sql } from 'kysely'
import type { PhotographedItem, ProofKind } from '../../domain/routes/proof.ts'
import type { AnyTx, SystemTx, Tx } from '../database.ts'

/** Of the delivery itself; a photo of an item is none of it. */
export async function proofKinds(tx: Tx, stopId: string): Promise<{ photo: boolean; signature: boolean }> {
  const rows = await tx
    .selectFrom('proofs')
    .select('kind')
    .distinct()
    .where('businessId', '=', tx.businessId)
    .where('stopId', '=', stopId)
    .where('itemName', 'is', null)
    .execute()
  const has = (kind: ProofKind) => rows.some((row) => row.kind === kind)
  return { photo: has('PHOTO'), signature: has('SIGNATURE') }
}

export interface Proof {
  proofId: string
  kind: ProofKind
  /** Null is of the delivery as a whole. */
  item: PhotographedItem | null
}

export const itemOf = (row: { itemName: string | null; itemSku: string | null }): PhotographedItem | null =>
  row.itemName === null ? null : { name: row.itemName, sku: row.itemSku }

/** The proofs of stops, oldest first, by the stop's id. */
export async function proofsOfStops(tx: AnyTx, stopIds: readonly string[]): Promise<Map<string, Proof[]>> {
  const byStop = new Map<string, Proof[]>()
  if (stopIds.length === 0) return byStop
  const rows = await tx
    .selectFrom('proofs')
    .select(['stopId', 'proofId', 'kind', 'itemName', 'itemSku'])
    .where('stopId', 'in', stopIds)
    .orderBy('createdAt')
    .orderBy('proofId')
    .execute()
  for (const { stopId, proofId, kind, ...row } of rows)
    byStop.set(stopId, [...(byStop.get(stopId) ?? []), { proofId, kind, item: itemOf(row) }])
  return byStop
}

/** A photo or signature as kept: the file by its hash, when and where it was taken, and who signed. */
export interface KeptProof extends Proof {
  fileName: string
  contentType: string
  sha256: Buffer
  signedBy: string | null
  takenAt: Date
  /** What the phone's own clock said. */
  claimedAt: Date | null
  place: { lat: number; lng: number } | null
}

export async function insertProof(tx: Tx, stopId: string, proof: KeptProof): Promise<void> {
  await tx
    .insertInto('proofs')
    .values({
      businessId: tx.businessId,
      proofId: proof.proofId,
      stopId,
      kind: proof.kind,
      fileName: proof.fileName,
      contentType: proof.contentType,
      sha256: proof.sha256,
      signedBy: proof.signedBy,
      takenAt: proof.takenAt,
      claimedAt: proof.claimedAt,
      lat: proof.place?.lat ?? null,
      lng: proof.place?.lng ?? null,
      itemName: proof.item?.name ?? null,
      itemSku: proof.item?.sku ?? null,
      // The newest signature counts, whatever the clock did since the one before.
      createdAt: sql`greatest(clock_timestamp(), (
        select max(created_at) from proofs where business_uuid = ${tx.businessId}::uuid and stop_uuid = ${stopId}::uuid
      ) + interval '1 millisecond')`,
    })
    .execute()
}

/** The files of these proofs, with the digests recorded of them. */
export const filesOfProofs = (
  tx: Tx,
  proofIds: readonly string[],
): Promise<Pick<KeptProof, 'proofId' | 'kind' | 'fileName' | 'sha256'>[]> =>
  tx
    .selectFrom('proofs')
    .select(['proofId', 'kind', 'fileName', 'sha256'])
    .where('businessId', '=', tx.businessId)
    .where((eb) => eb('proofId', '=', sql<string>`any(${[...proofIds]}::uuid[])`))
    .orderBy('createdAt')
    .orderBy('proofId')
    .execute()

/** All proofs of a stop, oldest first. */
export async function keptProofs(tx: Tx, stopId: string): Promise<KeptProof[]> {
  const rows = await tx
    .selectFrom('proofs')
    .selectAll()
    .where('businessId', '=', tx.businessId)
    .where('stopId', '=', stopId)
    .orderBy('createdAt')
    .orderBy('proofId')
    .execute()
  return rows.map((row) => ({
    proofId: row.proofId,
    kind: row.kind,
    item: itemOf(row),
    fileName: row.fileName,
    contentType: row.contentType,
    sha256: row.sha256,
    signedBy: row.signedBy,
    takenAt: row.takenAt,
    claimedAt: row.claimedAt,
    place: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
  }))
}

/** The file behind a signed link; for the system role. */
export async function proofFile(
  tx: SystemTx,
  proofId: string,
): Promise<{ fileName: string; contentType: string; sha256: Buffer } | null> {
  const named = (table: 'proofs' | 'refusedProofs') =>
    tx.selectFrom(table).select(['fileName', 'contentType', 'sha256']).where('proofId', '=', proofId)
  return (await named('proofs').unionAll(named('refusedProofs')).executeTakeFirst()) ?? null
}

/** The file is the caller's to have removed. */
export async function deleteProof(tx: Tx, proofId: string): Promise<void> {
  await tx.deleteFrom('proofs').where('businessId', '=', tx.businessId).where('proofId', '=', proofId).execute()
}

/** Keeps what the proof is as the outcome is recorded; null of none. */
export async function saveProofDigest(tx: Tx, stopId: string, digest: Buffer | null): Promise<void> {
  await tx
    .updateTable('stops')
    .set({ proofDigest: digest, proofReducedAt: null })
    .where('businessId', '=', tx.businessId)
    .where('stopId', '=', stopId)
    .execute()
}

/** The digest kept with the stop's outcome, and when retention took out something that it is of. */
export async function proofSealOf(tx: Tx, stopId: string): Promise<{ digest: Buffer | null; reducedAt: Date | null }> {
  const row = await tx
    .selectFrom('stops')
    .select(['proofDigest', 'proofReducedAt'])
    .where('businessId', '=', tx.businessId)
    .where('stopId', '=', stopId)
    .executeTakeFirst()
  return { digest: row?.proofDigest ?? null, reducedAt: row?.proofReducedAt ?? null }
}
