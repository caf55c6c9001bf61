// Stores refused driver taps with their photo for the office, on the route and in the order's history. Two limits per
// route stop abuse: above the first, no audit row is written, because the audit log can't be pruned; above the second,
// taps are dropped.
import { MAX_AUDITED_REFUSED_TAPS, MAX_REFUSED_PROOFS, MAX_REFUSED_TAPS } from '../../contract/limits.ts'
import type { PhotographedItem, ProofKind } from '../../domain/routes/proof.ts'
import { audit } from '../../store/audit/audit.ts'
import {
  countRefusedTaps,
  isErasedAt,
  storeTap,
  orderOfStop,
  type RecordedTap,
} from '../../store/routes/driver-taps.ts'
import { countRefusedProofs, storeRefusedProof } from '../../store/routes/refused-proofs.ts'
import { type Context, writeTo, type WriteTx } from '../context.ts'
import { AppError } from '../errors.ts'
import { cleanPicture, storeFile } from '../store-file.ts'

type Tap = Omit<RecordedTap, 'refused'>

/** An uploaded photo or signature, not decoded yet. */
interface Picture {
  kind: ProofKind
  item: PhotographedItem | null
  path: string
  signedBy: string | null
}

/** Stores a refused tap. Does nothing after a server fault or a temporary error, because the phone retries. */
export async function storeRefusedTap(ctx: Context, tap: Tap, error: unknown, picture?: Picture): Promise<void> {
  if (!(error instanceof AppError) || error.kind === 'unavailable' || error.retryAfterSeconds !== undefined) return
  const refused = error.code
  // If the picture is invalid, that is the reason for the refusal, so only the tap is stored.
  if (!picture || error.kind === 'invalid') {
    // Use a separate transaction, because the request's own transaction would store a response under its idempotency
    // key.
    await writeTo(ctx, ctx.businessId, (tx) => insertRefusedTap(ctx, tx, { ...tap, refused }))
    return
  }
  const { stopId } = tap
  if (stopId && (await ctx.read((tx) => isErasedAt(tx, stopId)))) return storeRefusedTap(ctx, tap, error)
  const image = await cleanPicture(ctx, picture.path, picture.kind.toLowerCase()).catch((fault: unknown) => {
    if (fault instanceof AppError && fault.kind === 'invalid') return null
    throw fault
  })
  const full = await ctx.read((tx) => countRefusedProofs(tx, tap.routeId, MAX_REFUSED_PROOFS))
  if (!image || !stopId || full >= MAX_REFUSED_PROOFS) return storeRefusedTap(ctx, tap, error)
  await storeFile(ctx, image, (proofId, named) =>
    writeTo(ctx, ctx.businessId, async (tx) => {
      // A retry finds that its tap is already stored. Its copy of the file is then removed, because `named` is not
      // called.
      if (!(await insertRefusedTap(ctx, tx, { ...tap, refused }))) return
      await named(tx)
      await storeRefusedProof(
        tx,
        { routeId: tap.routeId, stopId, tapKey: tap.key },
        {
          proofId,
          kind: picture.kind,
          item: picture.item,
          fileName: proofId,
          contentType: image.contentType,
          sha256: image.sha256,
          signedBy: picture.kind === 'SIGNATURE' ? picture.signedBy : null,
          takenAt: tap.countedAt,
          claimedAt: tap.claimedAt,
          place: tap.place,
        },
      )
    }),
  )
}

/** Empty values for those members of a tap that can name or locate a customer. Used for taps at erased customers. */
export const WITHOUT_PERSONAL_DATA = {
  place: null,
  accuracyMeters: null,
  reason: null,
  notes: null,
  leftWhere: null,
  scans: null,
  checks: null,
  itemDifferences: null,
} satisfies Partial<RecordedTap>

/** Returns true if the tap is new and was stored. */
async function insertRefusedTap(ctx: Context, tx: WriteTx, tap: RecordedTap): Promise<boolean> {
  const before = await countRefusedTaps(tx, tap.routeId, MAX_REFUSED_TAPS)
  const kept = tap.stopId && (await isErasedAt(tx, tap.stopId)) ? { ...tap, ...WITHOUT_PERSONAL_DATA } : tap
  if (before >= MAX_REFUSED_TAPS || !(await storeTap(tx, kept))) return false
  if (before >= MAX_AUDITED_REFUSED_TAPS) return true
  const orderId = tap.stopId && (await orderOfStop(tx, tap.stopId))
  audit(tx, ctx, {
    action: 'driver.tap_refused',
    ...(orderId ? { entity: 'order', entityId: orderId } : { entity: 'route', entityId: tap.routeId }),
    detail: { tap: tap.kind, at: tap.claimedAt.toISOString(), refused: tap.refused },
  })
  return true
}
