// A tap that could not count is kept for the office, with its picture, on its route and in its order's history: none is
// lost silently. Far more than a route can have are somebody's noise: past a number they are kept without a row in the
// audit log, which nobody can empty, and then no more.
import { MAX_AUDITED_REFUSED_TAPS, MAX_REFUSED_PROOFS, MAX_REFUSED_TAPS } from '../../contract/limits.ts'
import type { PhotographedItem, ProofKind } from '../../domain/routes/proof.ts'
import { audit } from '../../store/audit/audit.ts'
import { countRefusedTaps, isErasedAt, keepTap, orderOfStop, type RecordedTap } from '../../store/routes/driver-taps.ts'
import { countRefusedProofs, keepRefusedProof } from '../../store/routes/refused-proofs.ts'
import { type Context, writeTo, type WriteTx } from '../context.ts'
import { AppError } from '../errors.ts'
import { cleanPicture, keepFile } from '../keep-file.ts'

type Tap = Omit<RecordedTap, 'refused'>

/** A photo or signature as it was sent, not yet looked at. */
interface Picture {
  kind: ProofKind
  item: PhotographedItem | null
  path: string
  signedBy: string | null
}

export async function keepRefused(ctx: Context, tap: Tap, error: unknown, picture?: Picture): Promise<void> {
  // A fault of ours, or one that passes: the phone sends it again.
  if (!(error instanceof AppError) || error.kind === 'unavailable' || error.retryAfterSeconds !== undefined) return
  const refused = error.code
  // A picture that is none is the reason that was given.
  if (!picture || error.kind === 'invalid') {
    // Beside the request's own write, whose response is not this one's.
    await writeTo(ctx, ctx.businessId, (tx) => keep(ctx, tx, { ...tap, refused }))
    return
  }
  const { stopId } = tap
  if (stopId && (await ctx.read((tx) => isErasedAt(tx, stopId)))) return keepRefused(ctx, tap, error)
  const image = await cleanPicture(ctx, picture.path, picture.kind.toLowerCase()).catch((fault: unknown) => {
    if (fault instanceof AppError && fault.kind === 'invalid') return null
    throw fault
  })
  const full = await ctx.read((tx) => countRefusedProofs(tx, tap.routeId, MAX_REFUSED_PROOFS))
  if (!image || !stopId || full >= MAX_REFUSED_PROOFS) return keepRefused(ctx, tap, error)
  await keepFile(ctx, image, (proofId, named) =>
    writeTo(ctx, ctx.businessId, async (tx) => {
      // Sent again, it is there already; its file is removed like any that nothing names.
      if (!(await keep(ctx, tx, { ...tap, refused }))) return
      await named(tx)
      await keepRefusedProof(
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

/** The members of a tap that can name or locate a customer, without values. They replace those of an erased customer. */
export const NOTHING_SAID = {
  place: null,
  accuracyMeters: null,
  reason: null,
  notes: null,
  leftWhere: null,
  scans: null,
  checks: null,
  itemDifferences: null,
} satisfies Partial<RecordedTap>

/** True for one that was not known and is kept. */
async function keep(ctx: Context, tx: WriteTx, tap: RecordedTap): Promise<boolean> {
  const before = await countRefusedTaps(tx, tap.routeId, MAX_REFUSED_TAPS)
  const kept = tap.stopId && (await isErasedAt(tx, tap.stopId)) ? { ...tap, ...NOTHING_SAID } : tap
  if (before >= MAX_REFUSED_TAPS || !(await keepTap(tx, kept))) return false
  if (before >= MAX_AUDITED_REFUSED_TAPS) return true
  const orderId = tap.stopId && (await orderOfStop(tx, tap.stopId))
  audit(tx, ctx, {
    action: 'driver.tap_refused',
    ...(orderId ? { entity: 'order', entityId: orderId } : { entity: 'route', entityId: tap.routeId }),
    detail: { tap: tap.kind, at: tap.claimedAt.toISOString(), refused: tap.refused },
  })
  return true
}
