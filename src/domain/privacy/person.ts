// Finds and erases a customer's identifying data in texts of others (docs/privacy.md#erasure). Compares word by word,
// ignoring case and the characters between words.

/** Data that identifies the customer of the deliveries that were found. */
export interface PersonWords {
  /** In E.164 form. */
  phones: readonly string[]
  emails: readonly string[]
  names: readonly string[]
  /** First lines of addresses. */
  lines: readonly string[]
  /** References of deliveries, mapped to their replacements. */
  refs: ReadonlyMap<string, string>
}

export const ERASED = 'Erased'

interface Word {
  text: string
  start: number
  end: number
}

const wordsIn = (text: string): Word[] =>
  Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))

const split = (text: string): string[] => wordsIn(text).map((word) => word.text)

/** A single word, such as a first name or "Office", may belong to anyone. */
const isIdentifyingName = (words: readonly string[]): boolean => words.length > 1

/** "Home" alone and a house number alone may belong to anyone, too. */
const isIdentifyingLine = (words: readonly string[]): boolean =>
  words.length > 1 && words.some((word) => /^\d/.test(word)) && words.some((word) => /\p{L}{2}/u.test(word))

/**
 * A reference such as 10023 may also be a ZIP code or a gate code. In text, only an unambiguous reference is erased.
 */
const isIdentifyingRef = (ref: string): boolean => ref.length >= 6 && /[a-z]/i.test(ref) && /\d/.test(ref)

/** References as they appear in the URLs of calls. */
const writtenRefs = ({ refs }: Pick<PersonWords, 'refs'>): string[] => [
  ...new Set([...refs.keys()].flatMap((ref) => [ref, encodeURIComponent(ref)])),
]

/** Returns the phrases to search for, each as its words. */
const phrasesOf = ({ emails, names, lines, refs }: PersonWords): string[][] =>
  [
    ...emails.map(split),
    ...names.map(split).filter(isIdentifyingName),
    ...lines.map(split).filter(isIdentifyingLine),
    ...writtenRefs({ refs }).filter(isIdentifyingRef).map(split),
  ].filter((words) => words.length > 0)

/** Minimum number of digits of a phone number, and maximum number of digits of a country code. */
const MIN_DIGITS = 7
const MAX_CODE_DIGITS = 3

/** Returns the number with and without its country code, each also with the dialing prefixes. */
function formsOf(phone: string): string[] {
  const digits = phone.replace(/\D/g, '')
  const national = [...Array(MAX_CODE_DIGITS).keys()]
    .map((i) => digits.slice(i + 1))
    .filter((form) => form.length >= MIN_DIGITS)
  return [digits, `00${digits}`, `011${digits}`, ...national, ...national.map((form) => `0${form}`)]
}

const MAX_DIGITS = 18

/** Returns the index of the last word of a number that begins at `from`. Null if none of `numbers` begins there. */
function endOfNumber(text: string, words: readonly Word[], from: number, numbers: ReadonlySet<string>): number | null {
  let digits = ''
  for (let i = from; i < words.length && digits.length < MAX_DIGITS; i++) {
    const word = words[i] as Word
    const before = words[i - 1]
    if (!/^\d+$/.test(word.text)) return null
    if (before && i > from && !/^[ ()./–-]*$/.test(text.slice(before.end, word.start))) return null
    digits += word.text
    if (numbers.has(digits)) return i
  }
  return null
}

/** Groups phrases by their first word, longest first. */
const phrasesByFirstWord = (phrases: readonly string[][]): Map<string, string[][]> =>
  Map.groupBy(
    phrases.toSorted((a, b) => b.length - a.length),
    ([first]) => first ?? '',
  )

/** Returns a function that replaces the person's identifying data in a text. */
export function textEraser(person: PersonWords): (text: string) => string {
  const anywhere = phrasesByFirstWord(phrasesOf(person))
  const inPaths = phrasesByFirstWord(writtenRefs(person).map(split))
  const numbers = new Set(person.phones.flatMap(formsOf))
  return (text) => {
    const words = wordsIn(text)
    const isAt = (i: number, phrase: readonly string[]) => phrase.every((word, k) => words[i + k]?.text === word)
    /** Returns the index of the last word of the match that begins at this word, or null. */
    const found = (i: number): number | null => {
      const { text: word, start } = words[i] as Word
      const phrase = anywhere.get(word)?.find((one) => isAt(i, one))
      if (phrase) return i + phrase.length - 1
      if (words[i - 1]?.text === 'orders' && text.slice(words[i - 1]?.end, start) === '/') {
        const ref = inPaths.get(word)?.find((one) => {
          const end = words[i + one.length - 1]?.end
          return isAt(i, one) && /^(?:$|[/?#\s])/.test(text.slice(end, (end ?? 0) + 1))
        })
        if (ref) return i + ref.length - 1
      }
      return endOfNumber(text, words, i, numbers)
    }
    let erased = ''
    let done = 0
    for (let i = 0; i < words.length; i++) {
      const last = found(i)
      if (last === null) continue
      erased += text.slice(done, words[i]?.start).replace(/[+(]{1,2}$/, '') + ERASED
      done = words[last]?.end ?? text.length
      i = last
    }
    return erased + text.slice(done)
  }
}

/** Members that contain the reference of a delivery. */
const REF_MEMBERS: readonly string[] = ['externalRef', 'external_ref']

/**
 * Like `textEraser`, but for JSON: erases in texts, numbers and names of members. In members for references, replaces
 * every reference of the person.
 */
export function jsonEraser(person: PersonWords): (value: unknown) => unknown {
  const erase = textEraser(person)
  const within = (value: unknown): unknown => {
    if (typeof value === 'string') return erase(value)
    if (typeof value === 'number') return erase(String(value)) === String(value) ? value : ERASED
    if (Array.isArray(value)) return value.map(within)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        erase(name),
        (typeof member === 'string' && REF_MEMBERS.includes(name) && person.refs.get(member)) || within(member),
      ]),
    )
  }
  return within
}

/** Returns a function that tests whether a text, or JSON as text, identifies the person. */
export function createNameMatcher(person: PersonWords): (text: string) => boolean {
  const erase = textEraser(person)
  const members = [...person.refs.keys()].map((ref) => `"external_ref": ${JSON.stringify(ref)}`)
  return (text) => {
    const plain = text.replace(/\\[nrt]/g, ' ')
    return erase(plain) !== plain || members.some((member) => text.includes(member))
  }
}

/** Maximum number of alternatives. A larger number would be compared one at a time. */
const MAX_ALTERNATIVES = 200
const LAST_DIGITS = 7

/**
 * Escapes a text for a regular expression. Every non-ASCII character matches any character, because the database may
 * not know its other case.
 */
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replace(/[^\0-\x7f]/g, '.')

/**
 * Returns a case-insensitive regular expression for PostgreSQL that matches every text in which the erasers may find
 * something, and possibly more. Null if there is nothing to find. Empty, so that every text matches, if there are too
 * many alternatives.
 */
export function nameSearchPattern(person: PersonWords): string | null {
  const between = (parts: readonly string[], gap: string) => parts.map(literal).join(gap)
  const alternatives = [
    ...phrasesOf(person).map((words) => between(words, '(?:\\\\[nrt]|[^[:alnum:]])+')),
    ...person.phones.map((phone) => between(phone.slice(-LAST_DIGITS).split(''), '[^[:alnum:]]*')),
    ...[...person.refs.keys()].map((ref) => `"external_?ref": ?${literal(JSON.stringify(ref))}`),
    ...writtenRefs(person).map((ref) => `orders/${literal(ref)}`),
  ]
  if (alternatives.length === 0) return null
  return alternatives.length > MAX_ALTERNATIVES ? '' : alternatives.join('|')
}
