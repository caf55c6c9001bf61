// JSON that means one thing and can be stored as it was sent; everything else is refused with the place named.
// JSON.parse judges the grammar; this scan finds what it lets through (docs/spec/conventions.md#strict-json).

const MAX_DEPTH = 32
/** Decimal digits that tell every double apart; more cannot be kept. */
const MAX_SIGNIFICANT_DIGITS = 17

export class JsonFault extends Error {
  readonly path: string
  constructor(path: string, problem: string) {
    super(problem)
    this.path = path
  }
}

/** Parses UTF-8 bytes; throws a JsonFault for bad grammar, duplicate members and what cannot be stored faithfully. */
export function parseStrictJson(bytes: Buffer): unknown {
  let source: string
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new JsonFault('', 'The body is not valid UTF-8')
  }
  new Scan(source).whole()
  try {
    return JSON.parse(source)
  } catch {
    throw new JsonFault('', 'The body is not valid JSON')
  }
}

/** One pass over the text. It follows well-formed JSON; where the text is malformed it stops and JSON.parse says so. */
class Scan {
  private readonly source: string
  private at = 0
  private readonly path: (string | number)[] = []

  constructor(source: string) {
    this.source = source
  }

  whole(): void {
    this.space()
    this.value(0)
  }

  private fault(problem: string): never {
    const path = this.path.join('.')
    throw new JsonFault(path, path ? `${path} ${problem}` : `The body ${problem}`)
  }

  private space(): void {
    while (this.at < this.source.length && ' \t\n\r'.includes(this.source.charAt(this.at))) this.at++
  }

  private value(depth: number): void {
    if (depth > MAX_DEPTH) this.fault(`is nested deeper than ${MAX_DEPTH} levels`)
    const char = this.source[this.at]
    if (char === '{') this.object(depth)
    else if (char === '[') this.array(depth)
    else if (char === '"') this.string()
    else this.literal()
  }

  private object(depth: number): void {
    const seen = new Set<string>()
    this.at++
    this.space()
    while (this.source[this.at] === '"') {
      const name = this.string()
      this.path.push(name)
      if (seen.has(name)) this.fault('comes twice')
      if (name === '__proto__') this.fault('is not a name that can be stored')
      seen.add(name)
      this.space()
      if (this.source[this.at] !== ':') return
      this.at++
      this.space()
      this.value(depth + 1)
      this.path.pop()
      this.space()
      if (this.source[this.at] !== ',') break
      this.at++
      this.space()
    }
    if (this.source[this.at] === '}') this.at++
  }

  private array(depth: number): void {
    this.at++
    this.space()
    for (let index = 0; this.at < this.source.length && this.source[this.at] !== ']'; index++) {
      const before = this.at
      this.path.push(index)
      this.value(depth + 1)
      this.path.pop()
      this.space()
      if (this.source[this.at] === ',') {
        this.at++
        this.space()
      } else if (this.source[this.at] !== ']' || this.at === before) return
    }
    this.at++
  }

  private string(): string {
    const start = this.at++
    while (this.at < this.source.length && this.source[this.at] !== '"')
      this.at += this.source[this.at] === '\\' ? 2 : 1
    this.at++
    const raw = this.source.slice(start, this.at)
    let text: unknown
    try {
      text = JSON.parse(raw)
    } catch {
      throw new JsonFault('', 'The body is not valid JSON')
    }
    if (typeof text !== 'string') throw new JsonFault('', 'The body is not valid JSON')
    if (text.includes('\u0000')) this.fault('contains the character \\u0000, which cannot be stored')
    if (!text.isWellFormed()) this.fault('contains half of a surrogate pair, which cannot be stored')
    return text
  }

  private literal(): void {
    const [raw = ''] = /^[^\s,\]}:]*/.exec(this.source.slice(this.at, this.at + 4_096)) ?? []
    this.at += raw.length
    if (/^-?\d/.test(raw)) this.number(raw)
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
    if (digits.replace(/0+$/, '').length > MAX_SIGNIFICANT_DIGITS)
      this.fault(`has more than ${MAX_SIGNIFICANT_DIGITS} significant digits, which cannot be stored exactly`)
  }
}

/** One text for one JSON value: members sorted, no white space. For telling whether two bodies are the same. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
