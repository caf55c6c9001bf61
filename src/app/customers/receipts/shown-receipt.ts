// What the page of a receipt says: no more than a tracking page may, so no place and no picture.
import type { ReceiptContent } from '../../../contract/receipts.ts'
import type { Formats } from '../../../domain/formats.ts'
import type { Language } from '../../../domain/customer-words/language.ts'
import { findReceipt, lastReceiptOfStop } from '../../../store/receipts/receipts.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'
import { brandingOf } from '../../business/settings/branding.ts'
import { receiptLine } from './read-receipts.ts'
import { receiptToken } from './receipt-link.ts'

export interface ShownReceipt {
  business: ReturnType<typeof brandingOf> & { timeZone: string; formats: Formats; language: Language }
  signed: ReceiptContent
  /** Null once it was erased. */
  orderReference: string | null
  /** The page of the receipt that took its place; null while it stands. */
  replacedBy: { path: string } | null
  /** As a file. */
  line: string
}

export async function readShownReceipt(ctx: Context, receiptId: string): Promise<ShownReceipt> {
  const read = await ctx.read(async (tx) => {
    const receipt = await findReceipt(tx, receiptId)
    const signed = receipt && (JSON.parse(receipt.content) as ReceiptContent)
    return {
      business: await findBusiness(tx),
      receipt,
      signed,
      last: signed && (await lastReceiptOfStop(tx, signed.stop_uuid)),
    }
  })
  const { business, receipt, signed, last } = read
  if (!business || !receipt || !signed) throw missing('receipt')
  const reference = receipt.disclosed?.order_reference
  return {
    business: {
      ...brandingOf(business),
      timeZone: business.timeZone,
      formats: business,
      language: business.customerLanguage,
    },
    signed,
    orderReference: reference?.value ?? null,
    replacedBy: last && last.receiptId !== receiptId ? { path: `/r/${receiptToken(last.receiptId, ctx)}` } : null,
    line: receiptLine(receipt, reference ? { order_reference: reference } : {}),
  }
}
