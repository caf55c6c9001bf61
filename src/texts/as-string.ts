// Stores texts as strings, for text columns of the database and for messages of zod.
import type { Sentence } from './dictionary.ts'
import { inEnglishOnly, render, type Text, text } from './text.ts'

const BEGINNING = '{"sentence":'

/** Returns the text as a string that `fromString` reads. */
export const asString = (said: Text): string => JSON.stringify(said)

/** Returns the text of a string that `asString` wrote. Any other string is an English sentence. */
export const fromString = (written: string): Text =>
  written.startsWith(BEGINNING) ? (JSON.parse(written) as Text) : inEnglishOnly(written)

/** The text of a string by `asString`, in English: for operators. */
export const inEnglish = (written: string): string => render(fromString(written))

/**
 * Returns the problem with a value as a message of zod. The message follows the field's name.
 *
 * @example z.string().min(3, faultText('must have at least {min} characters', { min: 3 }))
 */
export const faultText = <S extends Sentence>(...said: Parameters<typeof text<S>>): string => asString(text(...said))
