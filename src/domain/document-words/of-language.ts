import type { OfficeLanguage } from '../users/office-language.ts'
import { en } from './en.ts'
import { es } from './es.ts'

export type DocumentWords = typeof en

export const DOCUMENT_WORDS: Readonly<Record<OfficeLanguage, DocumentWords>> = { en, es }
