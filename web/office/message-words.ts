// Messages in words, as the office shows them.
import { locale } from '../words/locale.ts'

/** With as many decimals as a text's price needs; null when no price is known. */
export const priceInWords = (price: number | null, currency: string | null): string | null =>
  price === null || currency === null
    ? null
    : `${price.toLocaleString(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 4 })} ${currency}`
