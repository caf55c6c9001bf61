// Hostile bodies of every type, with sizes up to 20 MB.

export interface HostileBody {
  name: string
  contentType: string | null
  length: number
  /** Content-Encoding. Absent: none. */
  encoding?: string
  /** Yields the bytes in chunks, so that the whole body is never in memory. */
  chunks(): Iterable<Buffer>
}

interface Shape {
  name: string
  contentType: string | null
  head?: string
  /**
   * Text that is repeated up to the size. If the repetitions within a chunk differ, a function that returns the text for the
   * number of a repetition.
   */
  unit?: string | ((n: number) => string)
  tail?: string
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MULTIPART_TYPE = 'multipart/form-data; boundary=x'
const part = (name: string): string => `--x\r\nContent-Disposition: form-data; name="${name}"`

const SHAPES: readonly Shape[] = [
  { name: 'nothing', contentType: null },
  { name: 'bytes of no type', contentType: null, unit: '\0' },
  { name: 'octets', contentType: 'application/octet-stream', unit: '\0' },
  { name: 'text', contentType: 'text/plain', unit: 'x' },
  { name: 'numbers', contentType: JSON_TYPE, head: '[', unit: '0,', tail: '0]' },
  { name: 'objects', contentType: JSON_TYPE, head: '[', unit: '{},', tail: '0]' },
  { name: 'nested lists', contentType: JSON_TYPE, unit: '[' },
  { name: 'nested objects', contentType: JSON_TYPE, unit: '{"a":' },
  { name: 'members', contentType: JSON_TYPE, head: '{', unit: (n) => `"k${n}":0,`, tail: '"z":0}' },
  { name: 'one member again', contentType: JSON_TYPE, head: '{', unit: '"a":0,', tail: '"a":0}' },
  { name: 'a long text', contentType: JSON_TYPE, head: '{"email":"', unit: 'x', tail: '"}' },
  { name: 'a long name', contentType: JSON_TYPE, head: '{"', unit: 'x', tail: '":1}' },
  { name: 'escapes', contentType: JSON_TYPE, head: '["', unit: '\\u0041', tail: '"]' },
  { name: 'a long number', contentType: JSON_TYPE, unit: '1' },
  { name: 'blanks', contentType: JSON_TYPE, unit: ' ', tail: '{}' },
  {
    name: 'a sign-in and more',
    contentType: JSON_TYPE,
    head: '{"email":"a@b.test","password":"x","token":"x",',
    unit: (n) => `"k${n}":0,`,
    tail: '"z":0}',
  },
  { name: 'form fields', contentType: FORM_TYPE, unit: (n) => `k${n}=1&` },
  { name: 'a form field again', contentType: FORM_TYPE, unit: 'asked=texts&' },
  { name: 'a form field of escapes', contentType: FORM_TYPE, head: 'instructions=', unit: '%F0%9F%9A%9A' },
  {
    name: 'parts',
    contentType: MULTIPART_TYPE,
    unit: (n) => `${part(`k${n}`)}\r\n\r\n1\r\n`,
    tail: '--x--\r\n',
  },
  {
    name: 'a large part',
    contentType: MULTIPART_TYPE,
    head: `${part('photo')}; filename="a"\r\n\r\n`,
    unit: 'x',
    tail: '\r\n--x--\r\n',
  },
  { name: 'a part of headers', contentType: MULTIPART_TYPE, head: part('photo'), unit: (n) => `\r\nX-${n}: 1` },
]

const SIZES = [0, 1_000, 15_000, 60_000, 250_000, 1_000_000, 4_000_000, 20_000_000]
const CHUNK_BYTES = 64_000

const chunks = new Map<Shape, Buffer>()

function bodyOf(shape: Shape, size: number): HostileBody {
  const { name, contentType, head = '', unit = '', tail = '' } = shape
  const chunk = chunks.get(shape) ?? Buffer.from(repeatToSize(unit, CHUNK_BYTES))
  chunks.set(shape, chunk)
  const room = chunk.length === 0 ? 0 : Math.max(0, size - head.length - tail.length)
  const whole = Math.floor(room / CHUNK_BYTES)
  const parts = [Buffer.from(head), Buffer.from(repeatToSize(unit, room % CHUNK_BYTES)), Buffer.from(tail)] as const
  return {
    name: `${name} of ${size} bytes`,
    contentType,
    length: parts.reduce((sum, part) => sum + part.length, whole * chunk.length),
    chunks: function* () {
      yield parts[0]
      for (let i = 0; i < whole; i++) yield chunk
      yield parts[1]
      yield parts[2]
    },
  }
}

/** Repeats `unit` up to `size` bytes, or by less than one unit more. */
function repeatToSize(unit: string | ((n: number) => string), size: number): string {
  if (typeof unit === 'string') return unit.repeat(unit === '' ? 0 : Math.floor(size / unit.length))
  let text = ''
  for (let n = 0; text.length < size; n++) text += unit(n)
  return text
}

export const bodyOfBytes = (name: string, contentType: string, bytes: Buffer): HostileBody => ({
  name,
  contentType,
  length: bytes.length,
  chunks: () => [bytes],
})

const TYPES = [JSON_TYPE, FORM_TYPE, MULTIPART_TYPE, 'application/octet-stream', 'text/plain', 'application/xml', 'x']
const DEEP_SHAPES = SHAPES.filter(({ name }) => name.startsWith('nested'))

/**
 * Returns a random body, sometimes with the type of another body. `of` restricts it to nested bodies or to the largest
 * size.
 */
export function hostileBody(random: () => number, mostBytes: number, of?: 'deep' | 'huge'): HostileBody {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const sizes = SIZES.filter((size) => size <= mostBytes)
  const body = bodyOf(pick(of === 'deep' ? DEEP_SHAPES : SHAPES), pick(of === 'huge' ? sizes.slice(-2) : sizes))
  return random() < 0.8 ? body : { ...body, contentType: pick(TYPES) }
}

export const bodyOfJson = (value: unknown): HostileBody =>
  bodyOfBytes('what it takes', JSON_TYPE, Buffer.from(JSON.stringify(value)))
