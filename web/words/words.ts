// The office's dictionary: English says which words there are, and in which languages it is.
import type { OfficeLanguage } from '../../src/domain/users/office-language.ts'
import { en } from './en/index.ts'

export type OfficeWords = typeof en

/** English is in the page; another language comes when it is read. */
export const WORDS_OF: Record<OfficeLanguage, () => OfficeWords | Promise<OfficeWords>> = {
  en: () => en,
  es: async () => (await import('./es/index.ts')).es,
}
