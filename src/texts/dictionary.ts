// A dictionary translates every sentence. A sentence that is used but missing here doesn't compile.
import type { es } from './es/index.ts'

export type Sentence = keyof typeof es

/** The sentences of a language. `{names}` in braces are replaced. */
export type Dictionary = Readonly<Record<Sentence, string>>
