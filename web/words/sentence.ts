// Sentences that the server says in English, found again by how they are made.

/** English and another language; what is filled in is `{1}`, `{2}`, … of the English, in its order. */
export type Sentence = readonly [english: string, other: string]

/** What was filled in, or null where it is another sentence. Between two fixed parts is as little as fits. */
function filledIn(pattern: string, said: string): string[] | null {
  const fixed = pattern.split(/\{\d\}/)
  const [first = ''] = fixed
  if (!said.startsWith(first)) return null
  const filled: string[] = []
  let at = first.length
  for (const [i, part] of fixed.slice(1).entries()) {
    const last = i === fixed.length - 2
    const next = last ? said.length - part.length : said.indexOf(part, at + 1)
    if (next <= at || !said.startsWith(part, next)) return null
    filled.push(said.slice(at, next))
    at = next + part.length
  }
  return at === said.length ? filled : null
}

/** What was said, in the other language: what is filled in may be a sentence, too. Unknown sentences stay as they are. */
export function inOther(sentences: readonly Sentence[], said: string): string {
  for (const [english, other] of sentences) {
    const filled = filledIn(english, said)
    if (filled)
      return other.replaceAll(/\{(\d)\}/g, (_, number: string) => inOther(sentences, filled[Number(number) - 1] ?? ''))
  }
  return said
}
