// Reads the blobs of an OpenStreetMap extract (https://wiki.openstreetmap.org/wiki/PBF_Format). Checks each size that
// the file declares before it allocates memory.
import { type FileHandle, open } from 'node:fs/promises'
import { constants, inflateSync } from 'node:zlib'
import { PbfReader } from 'pbf'
import { UnreadableExtract } from './extract-file.ts'

/** Limits of the format in bytes. The limit of a blob applies both compressed and decompressed. */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_BLOB_BYTES = 32 * 1024 * 1024

const LENGTH_BYTES = 4
const MEBIBYTE = 1024 * 1024

const BLOB_TYPES = ['OSMHeader', 'OSMData'] as const
type BlobType = (typeof BLOB_TYPES)[number]

export interface ExtractBlob {
  type: BlobType
  content: Uint8Array
  /** Fraction of the file that has been read. */
  part: number
}

/**
 * Yields the blobs of the known types. Throws an `UnreadableExtract`, an error of the file system, or an error that
 * describes the damage.
 */
export async function* blobsOf(file: string): AsyncGenerator<ExtractBlob> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    for (let at = 0; at < size; ) {
      const headerBytes = (await readAt(handle, at, LENGTH_BYTES, size)).readUInt32BE()
      if (headerBytes > MAX_HEADER_BYTES)
        throw new Error(`the header of a block is larger than ${MAX_HEADER_BYTES / 1024} KiB`)
      const { type: stated, bytes } = headerOf(await readAt(handle, at + LENGTH_BYTES, headerBytes, size))
      if (bytes > MAX_BLOB_BYTES) throw new Error(`a block is larger than ${MAX_BLOB_BYTES / MEBIBYTE} MiB`)
      const start = at + LENGTH_BYTES + headerBytes
      at = start + bytes
      const type = BLOB_TYPES.find((known) => known === stated)
      if (type) yield { type, content: unpacked(await readAt(handle, start, bytes, size)), part: at / size }
    }
  } finally {
    await handle.close()
  }
}

async function readAt(handle: FileHandle, at: number, length: number, size: number): Promise<Buffer> {
  if (at + length > size) throw new Error('it ends within a block')
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, at)
  if (bytesRead < length) throw new Error('it became shorter while it was read')
  return buffer
}

function headerOf(header: Uint8Array): { type: string; bytes: number } {
  const pbf = new PbfReader(header)
  let [type, bytes] = ['', 0]
  for (let field = pbf.nextField(); field > 0; field = pbf.nextField())
    if (field === 1) type = pbf.readString()
    else if (field === 3) bytes = pbf.readVarint()
  if (type === '') throw new Error('a block has no type')
  return { type, bytes }
}

/** Compressions of the format that Node.js can't unpack, by field. */
const OTHER_COMPRESSIONS: Record<number, string> = { 4: 'lzma', 5: 'bzip2', 6: 'lz4', 7: 'zstd' }

function unpacked(blob: Buffer): Uint8Array {
  const pbf = new PbfReader(blob)
  let [raw, zlib, stated] = [null as Uint8Array | null, null as Uint8Array | null, null as number | null]
  for (let field = pbf.nextField(); field > 0; field = pbf.nextField()) {
    const other = OTHER_COMPRESSIONS[field]
    if (other !== undefined)
      throw new UnreadableExtract(`is compressed with ${other}, which can't be read: convert it to zlib compression.`)
    if (field === 1) raw = pbf.readBytes()
    else if (field === 2) stated = pbf.readVarint()
    else if (field === 3) zlib = pbf.readBytes()
  }
  if (raw) return raw
  if (!zlib) throw new Error('a block has no data')
  return inflated(zlib, stated)
}

/** Decompresses a block. `stated` is its decompressed size according to the file. */
function inflated(zlib: Uint8Array, stated: number | null): Uint8Array {
  const most = stated ?? MAX_BLOB_BYTES
  const tooLarge = `a block is larger than ${MAX_BLOB_BYTES / MEBIBYTE} MiB when it is unpacked`
  if (most > MAX_BLOB_BYTES) throw new Error(tooLarge)
  try {
    // The buffer is one byte larger than the content, so that zlib needs no second buffer to find the end.
    const chunkSize = stated === null ? constants.Z_DEFAULT_CHUNK : Math.max(constants.Z_MIN_CHUNK, stated + 1)
    const content = inflateSync(zlib, { maxOutputLength: Math.max(1, most), chunkSize })
    if (stated === null || content.length === stated) return content
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error
    if (stated === null) throw new Error(tooLarge, { cause: error })
  }
  throw new Error('the unpacked size of a block differs from its declared size')
}
