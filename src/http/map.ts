// The base map of all pages: the style of a provider, or the built-in style with tile files.
import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { byteRange } from '../domain/byte-range.ts'
import type { Flavor } from './map-style/palettes.ts'
import { styleOf } from './map-style/style.ts'

export type MapGround =
  /** A MapLibre style, and the additional origins of its tiles, fonts and icons. */
  | { kind: 'style'; url: string; origins: readonly string[] }
  /** A .pmtiles file of the Protomaps basemap. */
  | { kind: 'tiles'; file: string }
  /** Maps of the added regions in the same layers. Without regions, pages use a plain background. */
  | { kind: 'regions'; maps: () => readonly RegionMap[] }

export interface RegionMap {
  name: string
  /** A .pmtiles file. */
  file: string
}

/** Additional origins that browsers may load map data from. */
export const mapOrigins = (ground: MapGround): string[] =>
  ground.kind === 'style' ? [new URL(ground.url).origin, ...ground.origins] : []

export function mapRoutes(server: FastifyInstance, ground: MapGround): void {
  server.get<{ Querystring: { theme?: string } }>('/map/style.json', async (request, reply) => {
    void reply.header('Cache-Control', 'no-cache').header('X-Content-Type-Options', 'nosniff')
    if (ground.kind === 'style') return reply.redirect(ground.url, 302)
    const flavor = request.query.theme === 'dark' ? 'dark' : 'light'
    const style = builtInStyle(ground, flavor)
    if (style === null) return reply.code(204).send()
    const etag = `"${createHash('sha1').update(style).digest('base64url')}"`
    void reply.header('ETag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(style)
  })
  if (ground.kind === 'tiles') server.get(TILES, async (request, reply) => sendBytes(ground.file, request, reply))
  if (ground.kind === 'regions')
    server.get<{ Params: { name: string } }>(`${REGIONS}/:name.pmtiles`, async (request, reply) => {
      const map = ground.maps().find(({ name }) => name === request.params.name)
      if (!map) return reply.callNotFound()
      return sendBytes(map.file, request, reply)
    })
}

/** Returns the built-in style as JSON. Null if there are no regions. */
function builtInStyle(ground: Exclude<MapGround, { kind: 'style' }>, flavor: Flavor): string | null {
  if (ground.kind === 'tiles')
    return JSON.stringify(styleOf(flavor, [{ name: 'map', url: TILES, credits: [OSM, PROTOMAPS] }]))
  // The URL changes with the file, so that an open page loads the new file.
  const maps = ground.maps().map(({ name, file }) => ({
    name,
    url: `${REGIONS}/${name}.pmtiles?file=${encodeURIComponent(path.basename(file))}`,
    credits: [OSM],
  }))
  return maps.length === 0 ? null : JSON.stringify(styleOf(flavor, maps))
}

const TILES = '/map/tiles.pmtiles'
const REGIONS = '/map/regions'
const OSM = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>'
const PROTOMAPS = '<a href="https://protomaps.com">Protomaps</a>'

/** Sends a range of the file. The ETag changes with the file, so that a browser never mixes two versions. */
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
