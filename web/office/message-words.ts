// Texts about messages for the office.
import { locale } from '../words/locale.ts'

/** Price with two to four decimals. Null if the price is unknown. */
export const priceText = (price: number | null, currency: string | null): string | null =>
  price === null || currency === null
    ? null
    : `${price.toLocaleString(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 4 })} ${currency}`
