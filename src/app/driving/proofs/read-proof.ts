// Reads the proof of an outcome for the office and verifies it: the files against their hashes, the record against its
// digest.
import type { Formats } from '../../../domain/formats.ts'
import { isOutcome } from '../../../domain/routes/stop.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import { type StoredProof, storedProofs, proofSealOf } from '../../../store/routes/proofs.ts'
import { lastReceiptOfStop } from '../../../store/receipts/receipts.ts'
import { readRoute, type RouteRead } from '../../../store/routes/routes.ts'
import { readStop, type StopRead } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'
import { receiptUrl } from '../../customers/receipts/receipt-link.ts'
import { type ProofLinks, proofLinks } from './proof-links.ts'
import { proofDigest } from './seal-proof.ts'
import { type StoredPicture, storedPicture } from './stored-picture.ts'

export interface ProofRecord {
  business: { name: string; timeZone: string } & Formats
  route: RouteRead
  stop: StopRead
  proofs: (StoredProof & { stored: StoredPicture })[]
  links: ProofLinks
  /** Digest over the outcome and its proof, in hexadecimal. Null if no outcome with proof is recorded. */
  digest: string | null
  /** The signed receipt of the outcome. Null if it doesn't exist yet. */
  receipt: { sequence: number; url: string } | null
  /** Time at which photos or locations were deleted at the end of their retention period. Null if they weren't. */
  reducedAt: Date | null
  /**
   * Whether the proof is unchanged: every stored file has its recorded hash, and the record matches its digest. Once
   * data was deleted (`reducedAt`), the digest can't match, so only the files are verified.
   */
  intact: boolean
}

export async function readProof(ctx: Context, ids: { route_uuid: string; stop_uuid: string }): Promise<ProofRecord> {
  const read = await ctx.read(async (tx) => ({
    business: await findBusiness(tx),
    route: await readRoute(tx, ids.route_uuid),
    stop: await readStop(tx, ids.route_uuid, ids.stop_uuid),
    proofs: await storedProofs(tx, ids.stop_uuid),
    seal: await proofSealOf(tx, ids.stop_uuid),
    receipt: await lastReceiptOfStop(tx, ids.stop_uuid),
  }))
  const { business, route, stop, proofs, receipt, seal } = read
  if (!business || !route || !stop) throw missing('stop with that uuid on the route')
  // Ignore the digest of an undone outcome.
  const digest = isOutcome(stop.status) ? seal.digest : null
  const checked = await Promise.all(
    proofs.map(async (proof) => ({ ...proof, stored: await storedPicture(ctx, ctx.businessId, proof) })),
  )
  return {
    business,
    route,
    stop,
    proofs: checked,
    links: proofLinks(proofs, ctx.now, { ...ctx, publicUrl: '' }),
    digest: digest?.toString('hex') ?? null,
    receipt: receipt && { sequence: receipt.sequence, url: receiptUrl(receipt.receiptId, ctx) },
    reducedAt: seal.reducedAt,
    intact:
      checked.every(({ stored }) => stored.state === 'AS_TAKEN') &&
      digest !== null &&
      (seal.reducedAt !== null || digest.equals(proofDigest(stop, proofs))),
  }
}
