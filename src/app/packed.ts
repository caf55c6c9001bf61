// Values as bytes to be stored: typed arrays, Infinity and all, which JSON has not.
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

/** Tables of seconds and meters shrink to a third; stronger compression takes long and gains little. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export const packed = (value: unknown): Promise<Buffer> => compress(serialize(value), LEVEL)

/** What `packed` made of a `T`. */
export const unpacked = async <T>(bytes: Buffer): Promise<T> => deserialize(await decompress(bytes)) as T
