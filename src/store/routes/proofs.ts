// Proof of delivery: which photos and signatures a stop has.
import { sql } from 'kysely'
import type { ProofKind } from '../../domain/routes/proof.ts'
import type { AnyTx, SystemTx, Tx } from '../database.ts'

export async function proofKinds(tx: Tx, stopId: string): Promise<{ photo: boolean; signature: boolean }> {
  const rows = await tx
    .selectFrom('proofs')
    .select('kind')
    .distinct()
    .where('business_uuid', '=', tx.businessId)
    .where('stop_uuid', '=', stopId)
    .execute()
  const has = (kind: ProofKind) => rows.some((row) => row.kind === kind)
  return { photo: has('PHOTO'), signature: has('SIGNATURE') }
}

export interface Proof {
  proofId: string
  kind: ProofKind
}

/** The proofs of stops, oldest first, by the stop's id. */
export async function proofsOfStops(tx: AnyTx, stopIds: readonly string[]): Promise<Map<string, Proof[]>> {
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
      business_uuid: tx.businessId,
      proof_uuid: proof.proofId,
      stop_uuid: stopId,
      kind: proof.kind,
      file_name: proof.fileName,
      content_type: proof.contentType,
      sha256: proof.sha256,
      signed_by: proof.signedBy,
      taken_at: proof.takenAt,
      claimed_at: proof.claimedAt,
      lat: proof.place?.lat ?? null,
      lng: proof.place?.lng ?? null,
      // The newest signature counts, whatever the clock did since the one before.
      created_at: sql`greatest(clock_timestamp(), (
        select max(created_at) from proofs where business_uuid = ${tx.businessId}::uuid and stop_uuid = ${stopId}::uuid
      ) + interval '1 millisecond')`,
    })
    .execute()
}

/** All proofs of a stop, oldest first. */
export async function keptProofs(tx: Tx, stopId: string): Promise<KeptProof[]> {
  const rows = await tx
    .selectFrom('proofs')
    .selectAll()
    .where('business_uuid', '=', tx.businessId)
    .where('stop_uuid', '=', stopId)
    .orderBy('created_at')
    .orderBy('proof_uuid')
    .execute()
  return rows.map((row) => ({
    proofId: row.proof_uuid,
    kind: row.kind,
    fileName: row.file_name,
    contentType: row.content_type,
    sha256: row.sha256,
    signedBy: row.signed_by,
    takenAt: row.taken_at,
    claimedAt: row.claimed_at,
    place: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
  }))
}

/** The file behind a signed link; for the system role. */
export async function proofFile(
  tx: SystemTx,
  proofId: string,
): Promise<{ fileName: string; contentType: string } | null> {
  const row = await tx
    .selectFrom('proofs')
    .select(['file_name', 'content_type'])
    .where('proof_uuid', '=', proofId)
    .executeTakeFirst()
  return row ? { fileName: row.file_name, contentType: row.content_type } : null
}

/** Keeps what the proof was when the outcome was recorded. */
export async function saveProofDigest(tx: Tx, stopId: string, digest: Buffer): Promise<void> {
  await tx
    .updateTable('stops')
    .set({ proof_digest: digest })
    .where('business_uuid', '=', tx.businessId)
    .where('stop_uuid', '=', stopId)
    .execute()
}

/** The digest kept with the stop's outcome. */
export async function proofDigestOf(tx: Tx, stopId: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('stops')
    .select('proof_digest')
    .where('business_uuid', '=', tx.businessId)
    .where('stop_uuid', '=', stopId)
    .executeTakeFirst()
  return row?.proof_digest ?? null
}
