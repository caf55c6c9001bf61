// Serializes values for storage, including typed arrays and Infinity, which JSON doesn't support. Tables for 5,000
// locations take 400 MB, so they are processed in pieces that leave the process responsive.
import { promisify } from 'node:util'
import { DefaultDeserializer, DefaultSerializer, deserialize, serialize } from 'node:v8'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

/** Compression level. Tables of seconds and meters shrink to a third. Higher levels take long and gain little. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Minimum size in bytes of a typed array that is stored separately, in pieces. */
const TABLE_BYTES = 1 << 20
const PIECE_BYTES = 4 << 20

/**
 * Serializes the value and compresses it with Zstandard. If it contains large tables, the result has several parts: the
 * value without these tables, then each table in pieces. A length of four bytes precedes each part.
 */
export async function pack(value: unknown): Promise<Buffer> {
  const writer = new Writer()
  writer.writeHeader()
  writer.writeValue(value)
  if (writer.tables.length === 0) return compress(serialize(value), LEVEL)
  const parts: Buffer[] = [WITH_TABLES]
  const add = (part: Buffer): number => parts.push(lengthOf(part), part)
  add(await compress(writer.releaseBuffer(), LEVEL))
  for (const table of writer.tables) for (const piece of messageChunks(table)) add(await compress(piece, LEVEL))
  return Buffer.concat(parts)
}

/** Restores a value that `pack` serialized. */
export async function unpack<T>(bytes: Buffer): Promise<T> {
  if (!bytes.subarray(0, WITH_TABLES.length).equals(WITH_TABLES)) return deserialize(await decompress(bytes)) as T
  const parts = partsOf(bytes.subarray(WITH_TABLES.length))
  const next = () => decompress(parts.next().value ?? Buffer.alloc(0))
  const reader = new Reader(await next())
  reader.readHeader()
  const value = reader.readValue() as T
  for (const table of reader.tables) for (const piece of messageChunks(table)) piece.set(await next())
  return value
}

/** Marks a value with separate tables. No Zstandard frame begins with these bytes. */
const WITH_TABLES = Buffer.from('tables01')

const TABLES = [Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array] as const
type Table = InstanceType<(typeof TABLES)[number]>

const [SMALL, LARGE] = [0, 1]

interface HostObjects {
  _writeHostObject: (this: DefaultSerializer, view: ArrayBufferView) => void
  _readHostObject: (this: DefaultDeserializer) => unknown
}
// Node documents these methods, but its types don't declare them.
const { _writeHostObject: writeOwn } = DefaultSerializer.prototype as unknown as HostObjects
const { _readHostObject: readOwn } = DefaultDeserializer.prototype as unknown as HostObjects

class Writer extends DefaultSerializer {
  readonly tables: Table[] = []

  _writeHostObject(view: ArrayBufferView): void {
    const kind = TABLES.findIndex((Kind) => view instanceof Kind)
    if (kind < 0 || view.byteLength < TABLE_BYTES) {
      this.writeUint32(SMALL)
      writeOwn.call(this, view)
    } else {
      this.writeUint32(LARGE)
      this.writeUint32(kind)
      this.writeUint32((view as Table).length)
      this.tables.push(view as Table)
    }
  }
}

class Reader extends DefaultDeserializer {
  readonly tables: Table[] = []

  _readHostObject(): unknown {
    if (this.readUint32() === SMALL) return readOwn.call(this)
    const Kind = TABLES[this.readUint32()]
    if (!Kind) throw new Error('unknown kind of table')
    const table = new Kind(this.readUint32())
    this.tables.push(table)
    return table
  }
}

function* messageChunks({ buffer, byteOffset, byteLength }: Table): Generator<Uint8Array> {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  for (let at = 0; at < byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

function lengthOf({ length }: Buffer): Buffer {
  const written = Buffer.alloc(4)
  written.writeUInt32LE(length)
  return written
}

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at)
    yield bytes.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
}
