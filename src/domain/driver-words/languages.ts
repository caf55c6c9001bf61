// Language of a driver who has not chosen one on the phone.
import { acceptedLanguage, type Language } from '../customer-words/language.ts'

/** Settings for a driver's language. */
export interface DriverLanguages {
  /** Set by the office. Null: the phone decides. */
  driver: Language | null
  business: Language
}

/**
 * Returns the driver's language, else that of the phone's Accept-Language header (`asked`), else that of the business,
 * else English.
 */
export const languageFor = (asked: string | undefined, known: DriverLanguages | null): Language =>
  known?.driver ?? acceptedLanguage(asked) ?? known?.business ?? 'en'
