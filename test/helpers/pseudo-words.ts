// A language that nobody speaks: every text in marks, those without anything filled in with accents, too. What is on a page
// and not in marks did not come from the dictionary.

const ACCENTED: Readonly<Record<string, string>> = { a: 'à', e: 'é', i: 'ï', o: 'ö', u: 'ü', c: 'ç', n: 'ñ' }

/** The dictionary in that language; its locale is one that writes times without letters. */
export function pseudo<Words extends object>(words: Words): Words {
  const said = (value: unknown): unknown => {
    if (typeof value === 'string') return `⟦${value.replace(/[aeioucn]/g, (letter) => ACCENTED[letter] ?? letter)}⟧`
    if (typeof value === 'function') return (...given: unknown[]) => `⟦${String(Reflect.apply(value, null, given))}⟧`
    return pseudo(value as object)
  }
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, name === 'locale' ? 'fr-FR' : said(value)]),
  ) as Words
}

/** What of a text is in no marks and is none of `data`, numbers and units. */
export function notInMarks(text: string, data: readonly string[]): string {
  let rest = text
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ')
  }
  for (const known of data.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(known, ' ')
  rest = rest.replace(/\d+([.,:\s]\d+)*\s*(mi|lb)?\b/gu, ' ')
  return /\p{L}/u.test(rest) ? rest.trim() : ''
}
