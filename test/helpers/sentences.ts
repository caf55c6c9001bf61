// What a dictionary says, to be compared between languages.

/** Every sentence by its name, with marks where something is filled in. */
export function sentences(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'object' && value !== null) return sentences(value as object, `${path}${name}.`)
    if (typeof value !== 'function') return [[`${path}${name}`, String(value)]]
    const marks = Array.from({ length: value.length }, (_, i) => `#${i}#`)
    return [[`${path}${name}`, (value as (...marks: string[]) => string)(...marks)]]
  })
}

/** The marks of a sentence, in whatever order its language has them. */
export const marksIn = (text: string): string[] => [...text.matchAll(/#\d#/g)].map(([mark]) => mark).toSorted()
