// Reads a stored photo or signature and compares it with the digest recorded when it was taken.
import { createHash } from 'node:crypto'
import type { FileFault, ProofKind } from '../../../domain/routes/proof.ts'
import { filesOfProofs, type RecordedFile, saveFileFault } from '../../../store/routes/proofs.ts'
import type { App, Context } from '../../context.ts'

export type PictureState = 'AS_TAKEN' | FileFault

export interface StoredPicture {
  state: PictureState
  /** Bytes of the file. Null if the file is missing. */
  content: Buffer | null
}

/**
 * Reads the file and records its state with the proof. Don't call it in a transaction, because the file store may be
 * remote.
 */
export async function storedPicture(
  app: Pick<App, 'files' | 'db' | 'log'>,
  businessId: string,
  file: RecordedFile,
): Promise<StoredPicture> {
  const content = await app.files.get(file.fileName)
  const digest = content?.length ? createHash('sha256').update(content).digest() : null
  const fault = faultOf(digest, file.sha256)
  await recordFileFault(app, businessId, file, fault)
  return { state: fault ?? 'AS_TAKEN', content: digest && content }
}

/**
 * Compares the digest of a stored file with its recorded digest. `digest` is null if the file is missing. Returns null
 * if the file is unchanged.
 */
export const faultOf = (digest: Buffer | null, recorded: Buffer): FileFault | null =>
  digest === null ? 'MISSING' : digest.equals(recorded) ? null : 'CHANGED'

/** Records a file's fault. If that fails, it only logs a warning, so that the reader still gets the file. */
export async function recordFileFault(
  { db, log }: Pick<App, 'db' | 'log'>,
  businessId: string,
  { proofId, fileFault }: Pick<RecordedFile, 'proofId' | 'fileFault'>,
  fault: FileFault | null,
): Promise<void> {
  if (fault === fileFault) return
  try {
    await db.asBusiness(businessId, (tx) => saveFileFault(tx, proofId, fault))
  } catch (error) {
    log.warn({ err: error, proof_uuid: proofId }, 'the state of a stored file was not recorded')
  }
}

/** Reads the pictures and returns the kinds of those whose bytes have changed, oldest first. */
export async function changedPictures(ctx: Context, proofIds: readonly string[]): Promise<ProofKind[]> {
  if (proofIds.length === 0) return []
  const changed: ProofKind[] = []
  for (const proof of await ctx.read((tx) => filesOfProofs(tx, proofIds)))
    if ((await storedPicture(ctx, ctx.businessId, proof)).state === 'CHANGED') changed.push(proof.kind)
  return changed
}
