// What is wrong with a file of map tiles, looked at as a browser would read it.
import { open, stat } from 'node:fs/promises'
import { PMTiles, TileType } from 'pmtiles'
import { z } from 'zod'

const Metadata = z.object({ vector_layers: z.array(z.object({ id: z.string() })) })
/** Of the Protomaps basemap, which the built-in style draws. */
const NEEDED_LAYERS = ['earth', 'water', 'roads']

/** Null when it can be drawn, else why not, in a sentence that names no path. */
export async function mapTilesFault(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) return 'There is no such file of map tiles.'
  const handle = await open(file)
  try {
    const tiles = new PMTiles({
      getKey: () => file,
      getBytes: async (offset, length) => {
        const bytes = new ArrayBuffer(Math.max(0, Math.min(length, found.size - offset)))
        await handle.read(new Uint8Array(bytes), 0, bytes.byteLength, offset)
        return { data: bytes }
      },
    })
    const { tileDataOffset, tileDataLength, tileType } = await tiles.getHeader()
    if (tileType !== TileType.Mvt) return 'The map tiles are pictures; the built-in style draws vector tiles.'
    if (tileDataOffset + (tileDataLength ?? 0) > found.size) return 'The file of map tiles is not whole.'
    const { vector_layers: layers } = Metadata.parse(await tiles.getMetadata())
    const missing = NEEDED_LAYERS.filter((id) => !layers.some((layer) => layer.id === id))
    return missing.length === 0 ? null : `The map tiles lack ${missing.join(', ')}: they are no Protomaps basemap.`
  } catch {
    return 'The file is no PMTiles archive that can be read.'
  } finally {
    await handle.close()
  }
}
