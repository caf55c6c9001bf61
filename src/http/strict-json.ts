// Parses JSON that is unambiguous and can be stored unchanged. All other JSON is rejected with the path of the problem.
// JSON.parse checks the grammar. The scan before it finds problems that JSON.parse accepts
// (docs/spec/conventions.md#strict-json).
import { fieldName } from '../app/errors.ts'

export const MAX_DEPTH = 32
/** Maximum members of one object. */
const MAX_MEMBERS = 5_000
/**
 * Maximum lists and objects in a body, because they need more memory than their text. The largest useful batch has
 * fewer.
 */
const MAX_NESTED = 200_000
/** Decimal digits that distinguish all doubles. Further digits can't be stored. */
const MAX_SIGNIFICANT_DIGITS = 17
/** Numbers of at most this length can't be too large, too small or too precise. */
const PLAIN_NUMBER_LENGTH = 15

export class JsonFault extends Error {
  readonly path: string
  constructor(path: string, problem: string) {
    super(problem)
    this.path = path
  }
}

/**
 * Parses UTF-8 bytes. Throws a JsonFault for invalid grammar, duplicate members and values that can't be stored
 * exactly.
 */
export function parseStrictJson(bytes: Buffer): unknown {
  let source: string
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new JsonFault('', 'The body is not valid UTF-8')
  }
  new Scan(source).run()
  try {
    return JSON.parse(source)
  } catch {
    throw new JsonFault('', 'The body is not valid JSON')
  }
}

const code = (char: string): number => char.charCodeAt(0)
const QUOTE = code('"')
const BACKSLASH = code('\\')
const COMMA = code(',')
const COLON = code(':')
const OPEN_ARRAY = code('[')
const CLOSE_ARRAY = code(']')
const OPEN_OBJECT = code('{')
const CLOSE_OBJECT = code('}')
const MINUS = code('-')
const SMALL_E = code('e')
const LARGE_E = code('E')
const SMALL_U = code('u')

const isSpace = (char: number): boolean => char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09
const isDigit = (char: number): boolean => char >= 0x30 && char <= 0x39

/** Scans the tokens in one pass by character code. It may miss problems in malformed text, which JSON.parse rejects. */
class Scan {
  private readonly source: string
  private at = 0
  /** For each open object or array, the current name or index. */
  private readonly path: (string | number)[] = []
  /** For each open object or array, the names up to now. Null before the first name. */
  private readonly names: (Set<string> | null)[] = []
  /** Whether the next string is a member name. */
  private nameNext = false
  private nested = 0

  constructor(source: string) {
    this.source = source
  }

  run(): void {
    const { source, path, names } = this
    while (this.at < source.length) {
      const char = source.charCodeAt(this.at)
      if (char === QUOTE) this.text()
      else if (char === OPEN_OBJECT || char === OPEN_ARRAY) this.enter(char === OPEN_OBJECT)
      else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) {
        names.pop()
        path.pop()
        this.at++
      } else if (char === COMMA) {
        const last = path.length - 1
        const index = path[last]
        if (typeof index === 'number') path[last] = index + 1
        this.nameNext = typeof index === 'string'
        this.at++
      } else if (char === COLON || isSpace(char)) this.at++
      else this.literal(char)
    }
  }

  private enter(isObject: boolean): void {
    if (this.path.length === MAX_DEPTH) this.fault(`is nested deeper than ${MAX_DEPTH} levels`)
    if (++this.nested > MAX_NESTED)
      this.fault(`is one of more than ${MAX_NESTED.toLocaleString('en-US')} lists and objects`)
    this.names.push(null)
    this.path.push(isObject ? '' : 0)
    this.nameNext = isObject
    this.at++
  }

  private text(): void {
    const { source, nameNext } = this
    const start = this.at
    let [end, escaped] = [start + 1, false]
    for (; end < source.length; end++) {
      const char = source.charCodeAt(end)
      if (char === QUOTE) break
      // In a value, only the escape \u can produce characters that can't be stored. Values without this escape need no
      // further check.
      if (char === BACKSLASH) escaped = source.charCodeAt(++end) === SMALL_U || nameNext || escaped
    }
    this.at = end + 1
    if (!nameNext && !escaped) return
    // The name itself may be invalid, so errors report the path of its object.
    if (nameNext) this.path[this.path.length - 1] = ''
    const text = escaped ? this.unescaped(source.slice(start, this.at)) : source.slice(start + 1, end)
    if (nameNext) this.member(text)
  }

  private unescaped(quoted: string): string {
    let text: string
    try {
      text = JSON.parse(quoted) as string
    } catch {
      throw new JsonFault('', 'The body is not valid JSON')
    }
    if (text.includes('\u0000')) this.fault('contains the character \\u0000, which cannot be stored')
    if (!text.isWellFormed()) this.fault('contains half of a surrogate pair, which cannot be stored')
    return text
  }

  private member(name: string): void {
    this.nameNext = false
    const inner = this.path.length - 1
    const seen = (this.names[inner] ??= new Set())
    this.path[inner] = name
    if (seen.has(name)) this.fault('appears twice')
    if (seen.size === MAX_MEMBERS) this.fault(`is one of more than ${MAX_MEMBERS.toLocaleString('en-US')} members`)
    if (name === '__proto__') this.fault('is not a name that can be stored')
    seen.add(name)
  }

  /** Scans a number, true, false or null. */
  private literal(first: number): void {
    const { source } = this
    const start = this.at++
    let exponent = false
    for (; this.at < source.length; this.at++) {
      const char = source.charCodeAt(this.at)
      if (char === COMMA || char === CLOSE_ARRAY || char === CLOSE_OBJECT || isSpace(char)) break
      if (char === SMALL_E || char === LARGE_E) exponent = true
    }
    const isNumber = first === MINUS || isDigit(first)
    if (isNumber && (exponent || this.at - start > PLAIN_NUMBER_LENGTH)) this.number(source.slice(start, this.at))
  }

  private number(raw: string): void {
    const value = Number(raw)
    if (Number.isNaN(value)) return
    if (!Number.isFinite(value)) this.fault('is a number too large to store')
    const [mantissa = ''] = raw.replace('-', '').split(/[eE]/)
    const digits = mantissa.replace('.', '').replace(/^0+/, '')
    if (value === 0 && /[1-9]/.test(digits)) this.fault('is a number too small to store')
    if (Number.isInteger(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER + 1)
      this.fault('is an integer past 2^53, which cannot be stored exactly')
    if (/^-?\d+$/.test(raw) && !Number.isSafeInteger(value) && raw.replace('-', '') !== '9007199254740992')
      this.fault('is an integer past 2^53, which cannot be stored exactly')
    if (/[1-9]/.test(digits.slice(MAX_SIGNIFICANT_DIGITS)))
      this.fault(`has more than ${MAX_SIGNIFICANT_DIGITS} significant digits, which cannot be stored exactly`)
  }

  private fault(problem: string): never {
    const path = fieldName(this.path.filter((step) => step !== '').join('.'))
    throw new JsonFault(path, path ? `${path} ${problem}` : `The body ${problem}`)
  }
}
