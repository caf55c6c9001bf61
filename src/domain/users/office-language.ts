// Languages of the office, and the choice of a user's language.
import { acceptedLanguageOf, type Language } from '../customer-words/language.ts'

export const OFFICE_LANGUAGES = ['en', 'es'] as const satisfies readonly Language[]
export type OfficeLanguage = (typeof OFFICE_LANGUAGES)[number]

/** Chosen languages. Null: not chosen. */
export interface OfficeLanguages {
  user: OfficeLanguage | null
  business: OfficeLanguage | null
}

/**
 * Returns the language of the user, else of the business, else of the browser's Accept-Language header (`asked`), else
 * English.
 */
export const officeLanguageFor = (asked: string | undefined, known: OfficeLanguages | null): OfficeLanguage =>
  known?.user ?? known?.business ?? acceptedLanguageOf(OFFICE_LANGUAGES, asked) ?? 'en'
