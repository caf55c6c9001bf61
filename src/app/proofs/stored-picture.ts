// A stored photo or signature, checked against the digest that was recorded when it was taken.
import { createHash } from 'node:crypto'
import type { ProofKind } from '../../domain/routes/proof.ts'
import { filesOfProofs } from '../../store/routes/proofs.ts'
import type { App, Context } from '../context.ts'

/** MISSING: there is no file, or it is empty. CHANGED: its bytes are not those that were recorded. */
export type PictureState = 'AS_TAKEN' | 'MISSING' | 'CHANGED'

export interface StoredPicture {
  state: PictureState
  /** Null if it is missing. */
  content: Buffer | null
}

/** Reads the file. Never in a transaction: files may be in a store elsewhere. */
export async function storedPicture(
  { files }: Pick<App, 'files'>,
  { fileName, sha256 }: { fileName: string; sha256: Buffer },
): Promise<StoredPicture> {
  const content = await files.get(fileName)
  if (content === null || content.length === 0) return { state: 'MISSING', content: null }
  const isAsTaken = createHash('sha256').update(content).digest().equals(sha256)
  return { state: isAsTaken ? 'AS_TAKEN' : 'CHANGED', content }
}

/** Kinds of the pictures among these whose bytes are not those that were recorded, oldest first. */
export async function changedPictures(ctx: Context, proofIds: readonly string[]): Promise<ProofKind[]> {
  if (proofIds.length === 0) return []
  const changed: ProofKind[] = []
  for (const proof of await ctx.read((tx) => filesOfProofs(tx, proofIds)))
    if ((await storedPicture(ctx, proof)).state === 'CHANGED') changed.push(proof.kind)
  return changed
}
