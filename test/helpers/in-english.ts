// Renders the texts of a value in English, so that tests can compare them.
import { render, type Text } from '../../src/texts/text.ts'

type InEnglish<T> = T extends Text
  ? string
  : T extends readonly (infer One)[]
    ? InEnglish<One>[]
    : T extends object
      ? { [Member in keyof T]: InEnglish<T[Member]> }
      : T

/** Returns the value with each text in it rendered in English. */
export function inEnglish<T>(value: T): InEnglish<T> {
  const rendered = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(rendered)
    if (typeof part !== 'object' || part === null || part instanceof Date) return part
    if ('sentence' in part) return render(part as Text)
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, rendered(member)]))
  }
  return rendered(value) as InEnglish<T>
}
