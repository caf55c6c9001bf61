// What a text cost.
import type { Price, SendResult } from './message.ts'
import { textLength } from './text-length.ts'

/** What the business pays for a segment, where the provider doesn't say. */
export interface Tariff {
  textPrice: number | null
  textCurrency: string
}

/** As the provider says; otherwise by the length of the text as it went out. Null is not known. */
export function costOf(
  { segments, price }: Extract<SendResult, { kind: 'sent' }>,
  text: string,
  { textPrice, textCurrency }: Tariff,
): { segments: number; price?: Price } {
  const counted = segments ?? textLength(text).segments
  if (price) return { segments: counted, price }
  if (textPrice === null) return { segments: counted }
  return { segments: counted, price: { amount: Math.round(counted * textPrice * 1e6) / 1e6, currency: textCurrency } }
}
