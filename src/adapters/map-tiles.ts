// Checks a file of map tiles by reading it as a browser would.
import { open, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Compression, type DecompressFunc, PMTiles, SharedPromiseCache, type Source, TileType } from 'pmtiles'
import { z } from 'zod'

const Metadata = z.object({ vector_layers: z.array(z.object({ id: z.string() })) })
/** Layers of the Protomaps basemap that the built-in style draws. */
const NEEDED_LAYERS = ['earth', 'water', 'roads']

/**
 * Maximum size of a directory and of the metadata, compressed and decompressed. A map of the whole planet needs less
 * than 1 MiB.
 */
const MAX_PART_BYTES = 16 * 1024 * 1024
const CACHED_PARTS = 2

const unpack = promisify(gunzip)
const unpacked: DecompressFunc = async (bytes, compression) => {
  if (compression === Compression.Unknown || compression === Compression.None) return bytes
  if (compression !== Compression.Gzip) throw new Error('the archive is not compressed with gzip')
  return new Uint8Array(await unpack(bytes, { maxOutputLength: MAX_PART_BYTES })).buffer
}

/** Returns null if the map can be drawn. Otherwise, returns the reason as a sentence that contains no path. */
export async function mapTilesFault(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) return 'The file of map tiles doesn’t exist.'
  const handle = await open(file)
  try {
    const source: Source = {
      getKey: () => file,
      getBytes: async (offset, length) => {
        if (length > MAX_PART_BYTES) throw new Error('a part of the archive is too large')
        const bytes = new ArrayBuffer(Math.max(0, Math.min(length, found.size - offset)))
        await handle.read(new Uint8Array(bytes), 0, bytes.byteLength, offset)
        return { data: bytes }
      },
    }
    // The cache decompresses the first directory, and the archive decompresses the metadata.
    const tiles = new PMTiles(source, new SharedPromiseCache(CACHED_PARTS, true, unpacked), unpacked)
    const { tileDataOffset, tileDataLength, tileType } = await tiles.getHeader()
    if (tileType !== TileType.Mvt) return 'The map tiles are images, but the built-in style needs vector tiles.'
    if (tileDataOffset + (tileDataLength ?? 0) > found.size) return 'The file of map tiles is incomplete.'
    const { vector_layers: layers } = Metadata.parse(await tiles.getMetadata())
    const missing = NEEDED_LAYERS.filter((id) => !layers.some((layer) => layer.id === id))
    return missing.length === 0 ? null : `The map tiles lack ${missing.join(', ')}: this is not a Protomaps basemap.`
  } catch {
    return 'The file is not a readable PMTiles archive.'
  } finally {
    await handle.close()
  }
}
