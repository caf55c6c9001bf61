// What the product says to people: an English sentence with named parameters. A dictionary per language translates it.
import type { Dictionary, Sentence } from './dictionary.ts'

/** A parameter is shown as it is; one that is a text itself is translated too. */
export type Parameter = string | number | Text

/** A sentence with what fills its `{names}`. It is plain JSON, so it can be stored or sent to another process. */
export interface Text {
  sentence: string
  with?: Readonly<Record<string, Parameter>>
}

type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** A sentence without parameters. */
export type PlainSentence = Exclude<Sentence, `${string}{${string}}${string}`>

/** A sentence without parameters as it stands, or a text. */
export type Said = PlainSentence | Text

/**
 * A text of a sentence that every dictionary translates.
 *
 * @example text('{vehicle} is not active.', { vehicle: vehicle.name })
 */
export function text<S extends Sentence>(
  sentence: S,
  ...[parameters]: [NamesIn<S>] extends [never] ? [] : [Record<NamesIn<S>, Parameter>]
): Text {
  return parameters ? { sentence, with: parameters } : { sentence }
}

/** A text for programs, whose readers all read English: no dictionary has it. */
export const inEnglishOnly = (sentence: string): Text => ({ sentence })

export const asText = (said: Said): Text => (typeof said === 'string' ? { sentence: said } : said)

/** The text in the language of the dictionary; in English without one, or where the dictionary has no such sentence. */
export function render(said: Said, dictionary: Partial<Dictionary> = {}): string {
  const { sentence, with: parameters = {} } = asText(said)
  const translated = (dictionary as Partial<Record<string, string>>)[sentence] ?? sentence
  return translated.replaceAll(/\{(\w+)\}/g, (hole, name: string) => {
    const value = parameters[name]
    if (value === undefined) return hole
    return typeof value === 'object' ? render(value, dictionary) : String(value)
  })
}

/** "A", "A and B", "A and B and C". */
export const anded = (values: readonly Parameter[]): Parameter =>
  values.reduce((first, second) => text('{first} and {second}', { first, second }))

/** "A", "A or B", "A or B or C". */
export const ored = (values: readonly Parameter[]): Parameter =>
  values.reduce((first, second) => text('{first} or {second}', { first, second }))

const NAMED = 3

/** "A, B, C and 2 more": not all of many. */
export const fewOf = (values: readonly string[]): Parameter =>
  values.length > NAMED
    ? text('{first} and {count} more', { first: values.slice(0, NAMED).join(', '), count: values.length - NAMED })
    : values.join(', ')
