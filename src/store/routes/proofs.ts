// Photos and signatures that prove a stop's delivery.
import { deleteOwn, insertOwn, selectOwn, updateOwn } from '../own.ts'
import { type RawBuilder, sql } from 'kysely'
import type { FileFault, PhotographedItem, ProofKind } from '../../domain/routes/proof.ts'
import type { AnyTx, SystemTx, Tx } from '../database.ts'

/** Returns which proofs of the delivery itself exist. Photos of items don't count. */
export async function proofKinds(tx: Tx, stopId: string): Promise<{ photo: boolean; signature: boolean }> {
  const rows = await selectOwn(tx, 'proofs', { stopId })
    .select('kind')
    .distinct()
    .where('itemName', 'is', null)
    .execute()
  const has = (kind: ProofKind) => rows.some((row) => row.kind === kind)
  return { photo: has('PHOTO'), signature: has('SIGNATURE') }
}

export interface Proof {
  proofId: string
  kind: ProofKind
  /** Null: the proof is of the whole delivery. */
  item: PhotographedItem | null
}

export const itemOf = (row: { itemName: string | null; itemSku: string | null }): PhotographedItem | null =>
  row.itemName === null ? null : { name: row.itemName, sku: row.itemSku }

/** A proof with the fault that was found when its file was last read. Null: the file is unchanged. */
export interface ProofWithFault extends Proof {
  fileFault: FileFault | null
}

/** Returns the proofs of stops, oldest first, keyed by stop ID. */
export async function proofsOfStops(tx: AnyTx, stopIds: readonly string[]): Promise<Map<string, ProofWithFault[]>> {
  const byStop = new Map<string, ProofWithFault[]>()
  if (stopIds.length === 0) return byStop
  const rows = await tx
    .selectFrom('proofs')
    .select(['stopId', 'proofId', 'kind', 'fileFault', 'itemName', 'itemSku'])
    .where('stopId', 'in', stopIds)
    .orderBy('createdAt')
    .orderBy('proofId')
    .execute()
  for (const { stopId, proofId, kind, fileFault, ...row } of rows)
    byStop.set(stopId, [...(byStop.get(stopId) ?? []), { proofId, kind, fileFault, item: itemOf(row) }])
  return byStop
}

/** A stored photo or signature: the hash of its file, when and where it was taken, and who signed. */
export interface StoredProof extends Proof {
  fileName: string
  contentType: string
  sha256: Buffer
  signedBy: string | null
  takenAt: Date
  /** Time of the phone's own clock. */
  claimedAt: Date | null
  place: { lat: number; lng: number } | null
}

export async function insertProof(tx: Tx, stopId: string, proof: StoredProof): Promise<void> {
  await insertOwn(tx, 'proofs', {
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
    createdAt: sql`greatest(clock_timestamp(), (
        select max(created_at) from proofs where business_uuid = ${tx.businessId}::uuid and stop_uuid = ${stopId}::uuid
      ) + interval '1 millisecond')`,
  }).execute()
}

/** A proof's file and its recorded digest. */
export interface RecordedFile {
  proofId: string
  fileName: string
  sha256: Buffer
  fileFault: FileFault | null
}

/** Returns the files of these proofs with their recorded digests. */
export const filesOfProofs = (tx: Tx, proofIds: readonly string[]): Promise<(RecordedFile & { kind: ProofKind })[]> =>
  selectOwn(tx, 'proofs')
    .select(['proofId', 'kind', 'fileName', 'sha256', 'fileFault'])
    .where((eb) => eb('proofId', '=', sql<string>`any(${[...proofIds]}::uuid[])`))
    .orderBy('createdAt')
    .orderBy('proofId')
    .execute()

/** Returns all proofs of a stop, oldest first. */
export async function storedProofs(tx: Tx, stopId: string): Promise<(StoredProof & ProofWithFault)[]> {
  const rows = await selectOwn(tx, 'proofs', { stopId }).selectAll().orderBy('createdAt').orderBy('proofId').execute()
  return rows.map((row) => ({
    proofId: row.proofId,
    kind: row.kind,
    item: itemOf(row),
    fileName: row.fileName,
    contentType: row.contentType,
    sha256: row.sha256,
    fileFault: row.fileFault,
    signedBy: row.signedBy,
    takenAt: row.takenAt,
    claimedAt: row.claimedAt,
    place: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
  }))
}

/** Returns the proof file behind a signed link. Null if it doesn't exist. For the system role. */
export async function proofFile(
  tx: SystemTx,
  proofId: string,
): Promise<(RecordedFile & { businessId: string; contentType: string }) | null> {
  const named = (table: 'proofs' | 'refusedProofs', fault: RawBuilder<FileFault | null>) =>
    tx
      .selectFrom(table)
      .select(['businessId', 'proofId', 'fileName', 'contentType', 'sha256'])
      .select(fault.as('fileFault'))
      .where('proofId', '=', proofId)
  return (await named('proofs', sql`file_fault`).unionAll(named('refusedProofs', sql`null`)).executeTakeFirst()) ?? null
}

/** Records the fault that was found in the proof's file. Null: the file is unchanged. */
export async function saveFileFault(tx: Tx, proofId: string, fileFault: FileFault | null): Promise<void> {
  await updateOwn(tx, 'proofs', { proofId }).set({ fileFault }).execute()
}

/** Deletes the proof's row. The caller must have the file removed. */
export async function deleteProof(tx: Tx, proofId: string): Promise<void> {
  await deleteOwn(tx, 'proofs', { proofId }).execute()
}

/** Stores the digest of the proofs when the outcome is recorded. Null if there are no proofs. */
export async function saveProofDigest(tx: Tx, stopId: string, digest: Buffer | null): Promise<void> {
  await updateOwn(tx, 'stops', { stopId }).set({ proofDigest: digest, proofReducedAt: null }).execute()
}

/** Returns the digest stored with the stop's outcome, and when retention removed a part of the digested data. */
export async function proofSealOf(tx: Tx, stopId: string): Promise<{ digest: Buffer | null; reducedAt: Date | null }> {
  const row = await selectOwn(tx, 'stops', { stopId }).select(['proofDigest', 'proofReducedAt']).executeTakeFirst()
  return { digest: row?.proofDigest ?? null, reducedAt: row?.proofReducedAt ?? null }
}
