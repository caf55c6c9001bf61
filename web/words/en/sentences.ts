import type { Sentence } from '../sentence.ts'

/** The server speaks English. */
export const sentences: readonly Sentence[] = []
