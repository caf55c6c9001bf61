// The languages that the office is read in, and which one a person gets.
import { acceptedOf, type Language } from '../customer-words/language.ts'

export const OFFICE_LANGUAGES = ['en', 'es'] as const satisfies readonly Language[]
export type OfficeLanguage = (typeof OFFICE_LANGUAGES)[number]

/** Where the choice was made; null where nobody chose. */
export interface OfficeLanguages {
  user: OfficeLanguage | null
  business: OfficeLanguage | null
}

/** The person's own, or else the business's, or else what the browser asks for by an Accept-Language header. */
export const officeLanguageFor = (asked: string | undefined, known: OfficeLanguages | null): OfficeLanguage =>
  known?.user ?? known?.business ?? acceptedOf(OFFICE_LANGUAGES, asked) ?? 'en'
