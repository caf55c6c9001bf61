import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Formats } from '../formats.ts'
import type { Language } from './language.ts'
import type { CustomerWords } from './words.ts'

export const CUSTOMER_WORDS: Readonly<Record<Language, CustomerWords>> = { en, es, fr, de }

/** Returns the texts with the business's formats for times, dates and measures. */
export const customerWords = (language: Language, { formats }: { formats: Formats }): CustomerWords => ({
  ...CUSTOMER_WORDS[language],
  formats,
})
