// Extracts the sentences of a dictionary, to compare languages.

/** Returns each sentence with its name. Marks replace the parameters. */
export function sentences(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'object' && value !== null) return sentences(value as object, `${path}${name}.`)
    if (typeof value !== 'function') return [[`${path}${name}`, String(value)]]
    const marks = Array.from({ length: value.length }, (_, i) => `#${i}#`)
    return [[`${path}${name}`, (value as (...marks: string[]) => string)(...marks)]]
  })
}

/** The marks of a sentence, sorted, because each language has its own order. */
export const marksIn = (text: string): string[] => [...text.matchAll(/#\d#/g)].map(([mark]) => mark).toSorted()
