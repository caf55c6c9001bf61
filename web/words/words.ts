// Languages of the office. English defines the keys of the dictionary.
import type { OfficeLanguage } from '../../src/domain/users/office-language.ts'
import type { OfficeWords } from './en/index.ts'

/** Dictionaries load on demand. The page contains only the English words of its first screens. */
export const DICTIONARIES: Record<OfficeLanguage, () => Promise<OfficeWords>> = {
  en: async () => (await import('./en/index.ts')).en,
  es: async () => (await import('./es/index.ts')).es,
}
