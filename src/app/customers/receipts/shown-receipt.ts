// The content of a receipt's page. It is limited to details that every tracking page may show, without location and
// picture.
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
  /** The order's reference, or null once it has been erased. */
  orderReference: string | null
  /** Page of the receipt that replaced the shown receipt. Null while the shown receipt is current. */
  replacedBy: { path: string } | null
  /** The receipt in its file format. */
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
