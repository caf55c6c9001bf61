// The ground that every map of the pages is drawn on: a style of one's own, or the built-in one over a file of tiles.
import { open, stat } from 'node:fs/promises'
import { layers, namedFlavor } from '@protomaps/basemaps'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { byteRange } from '../domain/byte-range.ts'

/** Null where nothing is configured: pages then draw on a plain ground. */
export type MapGround =
  /** A MapLibre style, and from where else than its own origin it takes tiles, fonts and icons. */
  | { kind: 'style'; url: string; origins: readonly string[] }
  /** A .pmtiles file of the Protomaps basemap. */
  | { kind: 'tiles'; file: string }
  | null

/** What browsers may fetch for it beside our own. */
export const mapOrigins = (ground: MapGround): string[] =>
  ground?.kind === 'style' ? [new URL(ground.url).origin, ...ground.origins] : []

export function mapRoutes(server: FastifyInstance, ground: MapGround): void {
  server.get<{ Querystring: { theme?: string } }>('/map/style.json', async (request, reply) => {
    void reply.header('Cache-Control', 'no-cache').header('X-Content-Type-Options', 'nosniff')
    if (ground === null) return reply.code(204).send()
    if (ground.kind === 'style') return reply.redirect(ground.url, 302)
    return reply.send(request.query.theme === 'dark' ? STYLES.dark : STYLES.light)
  })
  if (ground?.kind === 'tiles') server.get(TILES, async (request, reply) => sendBytes(ground.file, request, reply))
}

const TILES = '/map/tiles.pmtiles'

const STYLES = { light: styleOf('light'), dark: styleOf('dark') }

/** Neither fonts nor icons are fetched: names are drawn with the browser's own fonts, and what needs an icon is left out. */
function styleOf(flavor: 'light' | 'dark') {
  const drawn = layers('map', namedFlavor(flavor), { lang: 'en' }).flatMap<object>((layer) => {
    if (layer.type !== 'symbol' || !layer.layout || !('icon-image' in layer.layout)) return [layer]
    const { 'icon-image': _icon, ...layout } = layer.layout
    return layer.id.startsWith('places') ? [{ ...layer, layout }] : []
  })
  return {
    version: 8,
    sources: {
      map: {
        type: 'vector',
        url: `pmtiles://${TILES}`,
        attribution:
          '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a> ' +
          '<a href="https://protomaps.com">Protomaps</a>',
      },
    },
    layers: drawn,
  }
}

/** A range of the file as it is now: its mark changes with it, so that a browser never mixes two of them. */
async function sendBytes(file: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) {
    reply.callNotFound()
    return reply
  }
  const { size } = found
  const etag = `"${size.toString(36)}-${found.mtimeMs.toString(36)}"`
  void reply.headers({
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'public, no-cache',
    'X-Content-Type-Options': 'nosniff',
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const ifRange = request.headers['if-range']
  const range = byteRange(ifRange === undefined || ifRange === etag ? request.headers.range : undefined, size)
  if (range === 'unsatisfiable') return reply.code(416).header('Content-Range', `bytes */${size}`).send()
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range
  if (range !== 'whole') void reply.code(206).header('Content-Range', `bytes ${start}-${end}/${size}`)
  void reply.type('application/octet-stream').header('Content-Length', Math.max(0, end - start + 1))
  if (size === 0) return reply.send()
  const handle = await open(file)
  return reply.send(handle.createReadStream({ start, end }))
}
