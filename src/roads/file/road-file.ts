// File format of flat arrays that are read in place. Contents: a preamble, a JSON header with the name of each array,
// and the arrays, each at a multiple of 8 bytes. Numbers are little-endian, as on all machines in use.
import { checksum } from './checksum.ts'

/** Version of the layout and of the meaning of all arrays. */
export const ROAD_FILE_VERSION = 5

/** Oldest version that is read. Files of version 3 have no hours of streets, and those of version 4 no requirements. */
const OLDEST_VERSION = 3
export const isReadableVersion = (version: number): boolean => version >= OLDEST_VERSION && version <= ROAD_FILE_VERSION
export const hasHours = (version: number): boolean => version >= 4
export const hasRequirements = (version: number): boolean => version >= 5

const MARK = 'ROADS\r\n\0'
/** Size of the preamble: mark, version, header length, checksum of header and arrays, and length of the whole file. */
const PREAMBLE_BYTES = 32

const TYPES = { i32: Int32Array, f64: Float64Array, u8: Uint8Array, u16: Uint16Array } as const
export type Column = Int32Array | Float64Array | Uint8Array | Uint16Array
export type Facts = Record<string, string | number>

interface Header {
  facts: Facts
  columns: { name: string; type: keyof typeof TYPES; at: number; length: number }[]
}

/** Error for a file that is damaged or has another version. Operators read its message. */
export class RoadFileError extends Error {
  override name = 'RoadFileError'
}

/** Returns the parts of the file in the order in which they must be written. `facts` are stored unchanged. */
export function writeRoadFile(facts: Facts, columns: Readonly<Record<string, Column>>): Uint8Array[] {
  const header: Header = { facts, columns: [] }
  let at = 0
  for (const [name, values] of Object.entries(columns)) {
    const type = (Object.keys(TYPES) as (keyof typeof TYPES)[]).find((name) => values instanceof TYPES[name])!
    header.columns.push({ name, type, at, length: values.length })
    at += padded(values.byteLength)
  }
  const head = padBytes(new TextEncoder().encode(JSON.stringify(header)), ' '.charCodeAt(0))
  const parts = [head, ...Object.values(columns).map((values) => padBytes(bytesOf(values), 0))]
  const preamble = new Uint8Array(PREAMBLE_BYTES)
  preamble.set(new TextEncoder().encode(MARK))
  const view = new DataView(preamble.buffer)
  view.setUint32(8, ROAD_FILE_VERSION, true)
  view.setUint32(12, head.length, true)
  view.setUint32(
    16,
    parts.reduce((sum, part) => checksum(part, sum), 0),
    true,
  )
  view.setFloat64(24, PREAMBLE_BYTES + head.length + at, true)
  return [preamble, ...parts]
}

export interface RoadFile {
  version: number
  facts: Facts
  ints(name: string): Int32Array
  floats(name: string): Float64Array
  bytes(name: string): Uint8Array
  /** Returns a column of whole numbers in either size. */
  numbers(name: string): Int32Array | Uint16Array
}

/** Throws a `RoadFileError` unless the buffer is a complete file of a version that is read. */
export function readRoadFile(buffer: ArrayBufferLike): RoadFile {
  const all = new Uint8Array(buffer)
  const mark = new TextDecoder().decode(all.slice(0, MARK.length))
  if (all.length < PREAMBLE_BYTES || mark !== MARK) throw new RoadFileError('this is no road file')
  const view = new DataView(buffer)
  const version = view.getUint32(8, true)
  if (!isReadableVersion(version))
    throw new RoadFileError(
      `the road file is of version ${version}, and version ${ROAD_FILE_VERSION} is needed: add the region again`,
    )
  const whole = view.getFloat64(24, true)
  if (whole !== all.length)
    throw new RoadFileError(`the road file has ${all.length} bytes of ${whole}: add the region again`)
  const headerEnd = PREAMBLE_BYTES + view.getUint32(12, true)
  const damaged = new RoadFileError('the road file is damaged: add the region again')
  if (headerEnd > all.length) throw damaged
  const header = headerOf(all.slice(PREAMBLE_BYTES, headerEnd))
  if (!header) throw damaged
  let sum = checksum(all.subarray(PREAMBLE_BYTES, headerEnd))
  for (const { type, at, length } of header.columns) {
    const from = headerEnd + at
    sum = checksum(all.subarray(from, from + padded(length * TYPES[type].BYTES_PER_ELEMENT)), sum)
  }
  if (sum !== view.getUint32(16, true)) throw damaged
  const column = <T extends Column>(
    name: string,
    type: new (buffer: ArrayBufferLike, at: number, length: number) => T,
  ): T => {
    const found = header.columns.find((one) => one.name === name)
    if (!found || (TYPES[found.type] as unknown) !== type) throw damaged
    return new type(buffer, headerEnd + found.at, found.length)
  }
  return {
    version,
    facts: header.facts,
    ints: (name) => column(name, Int32Array),
    floats: (name) => column(name, Float64Array),
    bytes: (name) => column(name, Uint8Array),
    numbers: (name) =>
      header.columns.some((one) => one.name === name && one.type === 'u16')
        ? column(name, Uint16Array)
        : column(name, Int32Array),
  }
}

function headerOf(bytes: Uint8Array): Header | null {
  try {
    const { facts, columns } = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Header>
    const known = columns?.every(({ type, at, length }) => type in TYPES && at >= 0 && length >= 0)
    return facts && columns && known ? { facts, columns } : null
  } catch {
    return null
  }
}

const bytesOf = (values: Column): Uint8Array => new Uint8Array(values.buffer, values.byteOffset, values.byteLength)

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8

/** Pads the bytes so that the next array begins at a multiple of 8. */
function padBytes(bytes: Uint8Array, fill: number): Uint8Array {
  if (bytes.length % 8 === 0 && bytes.byteOffset % 4 === 0) return bytes
  const whole = new Uint8Array(padded(bytes.length)).fill(fill)
  whole.set(bytes)
  return whole
}
