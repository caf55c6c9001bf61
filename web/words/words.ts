// The office's dictionary: English says which words there are, and in which languages it is.
import type { OfficeLanguage } from '../../src/domain/users/office-language.ts'
import { en, type OfficeWords } from './en/index.ts'

/** English is in the page; another language comes when it is read. */
export const WORDS_OF: Record<OfficeLanguage, () => OfficeWords | Promise<OfficeWords>> = {
  en: () => en,
  es: async () => (await import('./es/index.ts')).es,
}
