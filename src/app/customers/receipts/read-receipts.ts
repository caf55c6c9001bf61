// GET /receipts: the signed receipts of a business's outcomes, as files that anyone can verify without the server.
import {
  type ReceiptContent,
  type ReceiptLine,
  type ReceiptOut,
  type ReceiptsQuery,
} from '../../../contract/receipts.ts'
import { findReceipt, type ReceiptRead, receiptPage } from '../../../store/receipts/receipts.ts'
import type { Context } from '../../context.ts'
import { type Page, readCursor, writeCursor } from '../../cursor.ts'
import { missing } from '../../errors.ts'
import { canonical, publicKeyOf } from './receipt-file.ts'
import { receiptUrl } from './receipt-link.ts'

const PAGE = 50
const LIST = 'receipts'

export async function listReceipts(ctx: Context, query: ReceiptsQuery): Promise<Page<ReceiptOut>> {
  const { order_uuid: orderId, stop_uuid: stopId, limit = PAGE, cursor } = query
  const after = cursor ? (readCursor(ctx, LIST, cursor) as { after: number }).after : undefined
  const found = await ctx.read((tx) => receiptPage(tx, { orderId, stopId, after }, limit + 1))
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    items: page.map((receipt) => receiptToWire(receipt, ctx)),
    nextCursor: last ? writeCursor(ctx, LIST, { after: last.sequence }) : null,
  }
}

export async function readReceipt(ctx: Context, receiptId: string): Promise<ReceiptOut> {
  const receipt = await ctx.read((tx) => findReceipt(tx, receiptId))
  if (!receipt) throw missing('receipt with that uuid')
  return receiptToWire(receipt, ctx)
}

/** Returns the file line of a receipt, with the details to disclose. */
export function receiptLine(
  { content, signature, publicKey }: ReceiptRead,
  disclosed: ReceiptLine['disclosed'],
): string {
  const line: ReceiptLine = {
    disclosed,
    key: publicKeyOf(publicKey),
    signature: signature.toString('hex'),
    signed: JSON.parse(content) as ReceiptContent,
  }
  return canonical(line)
}

function receiptToWire(receipt: ReceiptRead, ctx: Context): ReceiptOut {
  const signed = JSON.parse(receipt.content) as ReceiptContent
  return {
    receipt_uuid: receipt.receiptId,
    sequence: receipt.sequence,
    issued_at: signed.issued_at,
    order_uuid: signed.order_uuid,
    stop_uuid: signed.stop_uuid,
    outcome: signed.outcome,
    corrects: signed.corrects,
    url: receiptUrl(receipt.receiptId, ctx),
    file: receiptLine(receipt, receipt.disclosed ?? {}),
  }
}
