// A pseudo-language. Each text is in marks, and a text without parameters also has accents. Text outside of marks
// is missing in the dictionary.
import type { TestContext } from 'node:test'

const ACCENTED: Readonly<Record<string, string>> = { a: 'à', e: 'é', i: 'ï', o: 'ö', u: 'ü', c: 'ç', n: 'ñ' }

/** A letter outside the names of a text's parts, such as `<a>`. */
const PLAIN = /[aeioucn](?![^<]*>|[^{]*\})/g

/** A text's parts that are rendered separately have their own marks. */
const inMarks = (text: string): string =>
  text
    .split(/(<\/?\w+>)/)
    .map((piece) => (/^<|^\s*$/.test(piece) ? piece : `⟦${piece}⟧`))
    .join('')

/** Returns the dictionary in the pseudo-language. Its locale writes times without letters. */
export function pseudo<Words extends object>(words: Words): Words {
  const said = (value: unknown): unknown => {
    if (typeof value === 'string') return inMarks(value.replace(PLAIN, (letter) => ACCENTED[letter] ?? letter))
    if (typeof value === 'function') return (...given: unknown[]) => inMarks(String(Reflect.apply(value, null, given)))
    if (Array.isArray(value)) return value
    return typeof value === 'object' && value !== null ? pseudo(value) : value
  }
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, name === 'locale' ? 'fr-FR' : said(value)]),
  ) as Words
}

/** Returns the words outside of marks, except `data`, numbers and units. Empty if there are none. */
export function notInMarks(text: string, data: readonly string[]): string {
  let rest = text
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ')
  }
  for (const known of data.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(known, ' ')
  rest = rest.replace(/\d+([.,:\s]\d+)*\s*(mi|lb|ft|km|kg|m|h|min)?\b/gu, ' ')
  return /\p{L}/u.test(rest) ? rest.trim() : ''
}

/** Collects the visible and audible texts of a page, including folded parts, except text marked as another language. */
export const VISIBLE_TEXT = `(() => {
  for (const part of document.querySelectorAll('details')) part.open = true
  const said = [document.title]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement, nodeValue } = texts.currentNode
    if (!parentElement.closest('script, style, body [lang]') && (parentElement.closest('option') || parentElement.checkVisibility()))
      said.push(nodeValue)
  }
  for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description'])
    for (const element of document.body.querySelectorAll('[' + name + ']:not([lang])')) said.push(element.getAttribute(name))
  return said.filter((text) => text.trim() !== '')
})()`

/** All strings in a value that the server sent. */
export const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** Replaces the dictionary with the pseudo-language until the test ends. */
export function speakPseudo<Words extends object>(t: TestContext, words: Words): Words {
  const plain = { ...words }
  Object.assign(words, pseudo(words))
  t.after(() => Object.assign(words, plain))
  return words
}

const dateIn = (options: Intl.DateTimeFormatOptions, month: number, day: number): string =>
  new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', ...options }).format(Date.UTC(2026, month, day))

/** Words that come from the pseudo-language's locale, not from a dictionary. */
export const LOCALE_WORDS = [
  ...Array.from({ length: 7 }, (_, i) => dateIn({ weekday: 'long' }, 0, 1 + i)),
  ...Array.from({ length: 12 }, (_, i) => dateIn({ month: 'long' }, i, 1)),
  'milles',
  'mille',
]
