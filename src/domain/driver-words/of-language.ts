import type { Language } from '../customer-words/language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Formats } from '../formats.ts'
import type { DriverWords } from './words.ts'

export const DRIVER_WORDS: Readonly<Record<Language, DriverWords>> = { en, es, fr, de }

/** Returns the texts with the business's formats for times and measures. */
export const driverWords = (language: Language, formats: Formats): DriverWords => ({
  ...DRIVER_WORDS[language],
  formats,
})
