// Issues the receipt of an outcome in the transaction that publishes the outcome. A job appends it to the chain
// immediately afterwards (docs/decisions/033-receipts-are-chained-by-a-job.md).
import { randomBytes } from 'node:crypto'
import type { UnsealedContent } from '../../../contract/receipts.ts'
import { type Disclosed, needsReceipt, receiptOutcome } from '../../../domain/receipts/receipt.ts'
import { insertReceipt, receiptBasis, type TapOfOutcome } from '../../../store/receipts/receipts.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import type { Context, WriteTx } from '../../context.ts'
import { canonical, saltedDigest } from './receipt-file.ts'
import { receiptToken } from './receipt-link.ts'

/** `tap`: the driver's tap, if it is not stored yet. */
export async function issueReceipt(
  ctx: Context,
  tx: WriteTx,
  stop: StopRead,
  tap: TapOfOutcome | null = null,
): Promise<void> {
  const basis = await receiptBasis(tx, stop)
  const outcome = receiptOutcome(stop.status)
  if (!needsReceipt(outcome, basis.earlier !== null)) return
  const tapped = tap ?? basis.tap
  const reference = { salt: salt(), value: stop.externalRef }
  const disclosed: Disclosed = {
    order_reference: reference,
    ...(tapped?.place && {
      place: { salt: salt(), value: { ...tapped.place, accuracy_meters: tapped.accuracyMeters } },
    }),
  }
  const files = (kind: 'PHOTO' | 'SIGNATURE') =>
    outcome === 'UNDONE' ? [] : basis.proofs.flatMap((proof) => (proof.kind === kind ? [proof.sha256] : []))
  const receiptId = ctx.newId()
  const content: UnsealedContent = {
    type: 'roundsman-receipt',
    version: 1,
    business_uuid: ctx.businessId,
    receipt_uuid: receiptId,
    corrects: basis.earlier,
    order_uuid: stop.orderId,
    stop_uuid: stop.stopId,
    outcome,
    occurred_at: (stop.finishedAt ?? ctx.now).toISOString(),
    phone_time: tapped?.claimedAt.toISOString() ?? null,
    received_at: tapped?.receivedAt.toISOString() ?? null,
    settled_at: ctx.now.toISOString(),
    photos: files('PHOTO'),
    signatures: files('SIGNATURE'),
    digests: {
      order_reference: saltedDigest('order_reference', reference),
      ...(disclosed.place && { place: saltedDigest('place', disclosed.place) }),
    },
    test: basis.isTest,
  }
  insertReceipt(tx, {
    receiptId,
    orderId: stop.orderId,
    stopId: stop.stopId,
    content: canonical(content),
    disclosed,
    settledAt: ctx.now,
    linkHash: ctx.secrets.hash(receiptToken(receiptId, ctx)),
  })
  ctx.wake('seal-receipts')
}

const salt = (): string => randomBytes(16).toString('hex')
