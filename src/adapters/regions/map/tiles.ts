// Cuts features into vector tiles.
import { gzipSync } from 'node:zlib'
import { GeoJSONVT, type GeoJSONVTFeature } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { LAYERS, MAX_ZOOM } from './drawn.ts'
import { type Feature, MARGIN } from './feature-file.ts'
import { joinLines } from './join-lines.ts'
import { type Line, WORLD } from './world.ts'

const EXTENT = 4096
const OPTIONS = {
  coordinates: 'unitSquare',
  wrap: false,
  maxZoom: MAX_ZOOM,
  indexMaxZoom: 0,
  extent: EXTENT,
  buffer: MARGIN * EXTENT,
} as const

/** Returns a compressed tile. Null if the tile is empty. */
export type CutTile = (z: number, x: number, y: number) => Uint8Array | null

export function cutTiles(features: readonly Feature[]): CutTile {
  const byLayer = Map.groupBy(joinStreets(features), ({ layer }) => layer)
  const layers = LAYERS.flatMap((layer) => {
    const found = byLayer.get(layer)
    const data = { type: 'FeatureCollection' as const, features: (found ?? []).map(asGeoJson) }
    return found ? [{ layer, index: new GeoJSONVT(data, OPTIONS) }] : []
  })
  return (z, x, y) => {
    const shown = layers.flatMap(({ layer, index }) => {
      const tile = index.getTile(z, x, y)
      const seen = tile?.features.filter((feature: GeoJSONVTFeature) => minZoomOf(feature) <= z) ?? []
      return tile && seen.length > 0 ? [[layer, { ...tile, features: seen }] as const] : []
    })
    if (shown.length === 0) return null
    return gzipSync(fromGeojsonVt(Object.fromEntries(shown), { version: 2, extent: EXTENT }))
  }
}

/** Joins the parts of each street, so that its name has room. */
function joinStreets(features: readonly Feature[]): Feature[] {
  const [lines, others] = [features.filter(isLine), features.filter((feature) => !isLine(feature))]
  const alike = Map.groupBy(lines, ({ layer, properties }) => layer + JSON.stringify(properties))
  return [
    ...others,
    ...[...alike.values()].flatMap((same) =>
      joinLines(
        same.flatMap((feature) => feature.lines),
        { directed: 'oneway' in (same[0] as Feature).properties },
      ).map((line) => ({ ...(same[0] as Feature), lines: [line] })),
    ),
  ]
}

const minZoomOf = ({ tags }: GeoJSONVTFeature): number => tags?.['min_zoom'] as number

const isLine = ({ shape }: Feature): boolean => shape === 'line'

function asGeoJson({ shape, lines, properties }: Feature): GeoJSON.Feature {
  const coordinates = lines.map(positionsOf)
  const [first = []] = coordinates
  if (shape === 'point')
    return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: first[0] ?? [] } }
  if (shape === 'line') return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates: first } }
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates } }
}

function positionsOf(line: Line): [number, number][] {
  const positions: [number, number][] = []
  for (let i = 0; i < line.length; i += 2)
    positions.push([(line[i] as number) / WORLD, (line[i + 1] as number) / WORLD])
  return positions
}
