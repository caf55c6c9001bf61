// Texts for people: an English sentence with named parameters. Each language has a dictionary that translates it.
import type { Dictionary, Sentence } from './dictionary.ts'

/** A parameter is inserted unchanged. A parameter that is a text is also translated. */
export type Parameter = string | number | Text

/**
 * A sentence with the values of its `{names}`. The value is plain JSON, so that it can be stored or sent to another
 * process.
 */
export interface Text {
  sentence: string
  with?: Readonly<Record<string, Parameter>>
}

type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** A sentence without parameters. */
export type PlainSentence = Exclude<Sentence, `${string}{${string}}${string}`>

/** A sentence without parameters, or a text. */
export type Said = PlainSentence | Text

/**
 * Returns a text from a sentence that every dictionary translates.
 *
 * @example text('{vehicle} is not active.', { vehicle: vehicle.name })
 */
export function text<S extends Sentence>(
  sentence: S,
  ...[parameters]: [NamesIn<S>] extends [never] ? [] : [Record<NamesIn<S>, Parameter>]
): Text {
  return parameters ? { sentence, with: parameters } : { sentence }
}

/** Returns a text for programs, whose readers all read English. It is never translated, and braces in it are not filled in. */
export const inEnglishOnly = (english: string): Text => verbatim(english)

const verbatim = (value: string | number): Text => ({ sentence: '{value}', with: { value } })

export const asText = (said: Said): Text => (typeof said === 'string' ? { sentence: said } : said)

/**
 * Renders the text in the language of the dictionary. The default is English, also if the dictionary doesn't have the
 * sentence.
 */
export function render(said: Said, dictionary: Partial<Dictionary> = {}): string {
  const { sentence, with: parameters = {} } = asText(said)
  const known = dictionary as Partial<Record<string, string>>
  const translated = (Object.hasOwn(known, sentence) && known[sentence]) || sentence
  return translated.replaceAll(/\{(\w+)\}/g, (hole, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (value === undefined) return hole
    return typeof value === 'object' ? render(value, dictionary) : String(value)
  })
}

/** Joins values by a sentence for two of them. An empty list is an empty text. */
const joinedBy =
  (sentence: Extract<Sentence, `{first}${string}{second}`>) =>
  (values: readonly Parameter[]): Text =>
    values
      .map((value) => (typeof value === 'object' ? value : verbatim(value)))
      .reduce((first, second, i) => (i === 0 ? second : text(sentence, { first, second })), verbatim(''))

/** "A, B" */
export const listed = joinedBy('{first}, {second}')
/** "A and B" */
export const joinedByAnd = joinedBy('{first} and {second}')
/** "A or B" */
export const joinedByOr = joinedBy('{first} or {second}')
/** "A. B." */
export const inSequence = joinedBy('{first} {second}')
/** "A; B" */
export const enumerated = joinedBy('{first}; {second}')

const NAMED = 3

/** Returns "A, B, C and 2 more": the first three values and the number of the others. */
export const firstThreeOf = (values: readonly string[]): Parameter =>
  values.length > NAMED
    ? text('{first} and {count} more', { first: values.slice(0, NAMED).join(', '), count: values.length - NAMED })
    : values.join(', ')
