// Creates the map of an extract: vector tiles in one file, in the layers of the Protomaps basemap. In memory are only
// the locations of the nodes, one block of features, and the features that are visible from far away.
import { rm } from 'node:fs/promises'
import simplify from 'simplify-js'
import { LAYERS, MAX_ZOOM, SEA } from './drawn.ts'
import { BLOCK_WIDTH, BLOCK_ZOOM, type Feature, MARGIN, openFeatureFile } from './feature-file.ts'
import { openPmtilesFile } from './pmtiles-file.ts'
import { readFeatures } from './read-features.ts'
import { partsInSquares, seaOf } from './sea.ts'
import { cutTiles } from './tiles.ts'
import { type Box, boxOf, latAt, type Line, lngAt, widen, WORLD } from './world.ts'

/** Version of the files' contents. A map of another version is created again. */
export const MAP_VERSION = 3

/**
 * Tolerance for simplifying features that are visible from far away: half a unit of a tile at the zoom level above the
 * blocks.
 */
const FAR_TOLERANCE = WORLD / 2 ** (BLOCK_ZOOM - 1) / 4096 / 2
const READING = 0.4

/** Creates the map. Returns its size in bytes. Returns 0 and creates no file if the extract has nothing to draw. */
export async function buildMap(extract: string, file: string, progress: (part: number) => void): Promise<number> {
  const making = `${file}.features`
  const features = openFeatureFile(making)
  const far: Feature[] = []
  const box: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  try {
    const take = (feature: Feature): void => {
      features.add(feature)
      widen(box, boxOf(feature.lines))
      if (feature.properties.min_zoom < BLOCK_ZOOM) far.push(...simplifiedFromFar(feature))
    }
    const coast = await readFeatures(extract, take, (part) => progress(part * READING))
    for (const lines of seaOf(coast.lines, coast.box)) {
      const sea: Feature = { ...SEA, shape: 'area', lines }
      widen(box, boxOf(lines))
      far.push(...simplifiedFromFar(sea))
      for (const { x, y, lines: part } of partsInSquares(lines, BLOCK_ZOOM, MARGIN * BLOCK_WIDTH))
        features.addTo(x, y, { ...sea, lines: part })
    }
    const blocks = features.blocks()
    if (blocks.length === 0) return 0
    const tiles = openPmtilesFile(file)
    try {
      const put = (cut: ReturnType<typeof cutTiles>, z: number, x: number, y: number): void => {
        const bytes = cut(z, x, y)
        if (bytes) tiles.add(z, x, y, bytes)
      }
      const overview = cutTiles(far)
      for (const [z, x, y] of tilesAbove(blocks)) put(overview, z, x, y)
      blocks.forEach(([x, y], done) => {
        const cut = cutTiles(features.read(x, y))
        for (let deeper = 0; deeper <= MAX_ZOOM - BLOCK_ZOOM; deeper++)
          for (let j = 0; j < 2 ** deeper; j++)
            for (let i = 0; i < 2 ** deeper; i++)
              put(cut, BLOCK_ZOOM + deeper, x * 2 ** deeper + i, y * 2 ** deeper + j)
        progress(READING + ((1 - READING) * (done + 1)) / blocks.length)
      })
      return tiles.finish({ minZoom: 0, maxZoom: MAX_ZOOM, bounds: boundsOf(box), metadata: METADATA })
    } finally {
      tiles.close()
    }
  } finally {
    features.close()
    await rm(making, { force: true })
  }
}

const METADATA = {
  type: 'baselayer',
  attribution: '© OpenStreetMap contributors',
  vector_layers: ['earth', ...LAYERS].map((id) => ({ id, fields: {} })),
}

const boundsOf = ({ minX, minY, maxX, maxY }: Box) => [lngAt(minX), latAt(maxY), lngAt(maxX), latAt(minY)] as const

/**
 * Simplifies a feature to the points that are visible from far away. Returns nothing if too few points remain for its
 * shape.
 */
function simplifiedFromFar(feature: Feature): Feature[] {
  if (feature.shape === 'point') return [feature]
  const least = feature.shape === 'area' ? 8 : 4
  const lines = feature.lines.map(simplified).filter(({ length }) => length >= least)
  return lines.length > 0 ? [{ ...feature, lines }] : []
}

function simplified(line: Line): Line {
  const points = Array.from({ length: line.length / 2 }, (_, i) => ({ x: line[2 * i]!, y: line[2 * i + 1]! }))
  return Int32Array.from(simplify(points, FAR_TOLERANCE).flatMap(({ x, y }) => [x, y]))
}

/** Yields the tiles of all zoom levels below `BLOCK_ZOOM` that contain at least one of the blocks. */
function* tilesAbove(blocks: readonly [number, number][]): Generator<[z: number, x: number, y: number]> {
  for (let z = 0; z < BLOCK_ZOOM; z++) {
    const scale = 2 ** (BLOCK_ZOOM - z)
    const seen = new Set(blocks.map(([x, y]) => Math.floor(y / scale) * 2 ** z + Math.floor(x / scale)))
    for (const key of seen) yield [z, key % 2 ** z, Math.floor(key / 2 ** z)]
  }
}
