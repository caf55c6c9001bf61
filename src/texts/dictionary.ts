// A dictionary translates every sentence. A sentence that is said anywhere without being here does not compile.
import type { es } from './es/index.ts'

export type Sentence = keyof typeof es

/** The sentences of a language. `{names}` in braces are filled in. */
export type Dictionary = Readonly<Record<Sentence, string>>
