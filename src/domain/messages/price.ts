// Price of a text message.
import type { Price, SendResult } from './message.ts'
import { textLength } from './text-length.ts'

/** Price that the business pays for a segment. Used if the provider doesn't return a price. */
export interface Tariff {
  textPrice: number | null
  textCurrency: string
}

/**
 * Returns the provider's segments and price, else computes them from the length of the sent text. The price is absent
 * if it is unknown.
 */
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
