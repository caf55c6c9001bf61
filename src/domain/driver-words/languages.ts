// Which language a driver reads, where the driver has not chosen one on the phone.
import { acceptedLanguage, type Language } from '../customer-words/language.ts'

/** What is known of a driver's language. */
export interface DriverLanguages {
  /** As the office set it; null leaves it to the phone. */
  driver: Language | null
  business: Language
}

/** The driver's own, or else what the phone asks for by an Accept-Language header, or else the business's. */
export const languageFor = (asked: string | undefined, known: DriverLanguages | null): Language =>
  known?.driver ?? acceptedLanguage(asked) ?? known?.business ?? 'en'
