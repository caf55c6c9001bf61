// Languages of the office. English defines the keys of the dictionary.
import type { OfficeLanguage } from '../../src/domain/users/office-language.ts'
import { en, type OfficeWords } from './en/index.ts'

/** The page contains English. Other languages load on demand. */
export const DICTIONARIES: Record<OfficeLanguage, () => OfficeWords | Promise<OfficeWords>> = {
  en: () => en,
  es: async () => (await import('./es/index.ts')).es,
}
