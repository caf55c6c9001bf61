// Reads the features of an extract: one pass for nodes and relations, and one pass for ways.
import { collectNodes, type NodePlaces } from '../../../domain/geo/node-places.ts'
import type { ExtractHead } from '../../../app/ports/extracts.ts'
import { extractEntries } from '../read-extract.ts'
import {
  areaName,
  type Drawn,
  drawnArea,
  drawnLine,
  drawnPlace,
  houseNumber,
  MAX_ZOOM,
  runsBackward,
  type Tags,
} from './drawn.ts'
import { BLOCK_WIDTH, type Feature, type Shape } from './feature-file.ts'
import { polygonsOf, sizeOf, reversedLine } from './join-lines.ts'
import { areaOf, type Box, boxOf, isClosed, isInside, type Line, WORLD, widen, worldX, worldY } from './world.ts'

/** Minimum width of an area on the screen. Smaller areas are hidden. */
const MIN_PIXELS = 3
/** Minimum width of an area whose name is drawn. */
const NAME_PIXELS = 24
const TILE_PIXELS = 256

type Take = (feature: Feature) => void
/** Lines of ways, keyed by way ID. */
type Members = Map<number, Line[]>

/**
 * The coastlines of an extract, and its area: the box in the file if there is one, otherwise the extent of its nodes.
 */
interface Coast {
  lines: Line[]
  box: Box
}

export async function readFeatures(file: string, takeAll: Take, progress: (part: number) => void): Promise<Coast> {
  const take = withoutRepeatedPlaces(takeAll)
  const coast: Line[] = []
  const reach: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  let said: Box | null = null
  const nodes = collectNodes()
  const multipolygons: { tags: Tags; outer: number[]; inner: number[] }[] = []
  const members: Members = new Map()
  for await (const block of extractEntries(file, ['head', 'node', 'relation'], (part) => progress(part / 2)))
    for (const entry of block) {
      if (entry.type === 'head') {
        said = entry.box && boxOfHead(entry.box)
        continue
      }
      const { tags = {} } = entry
      if (entry.type === 'node') {
        const [x, y] = [worldX(entry.lon), worldY(entry.lat)]
        nodes.add(entry.id, x, y)
        widen(reach, { minX: x, minY: y, maxX: x, maxY: y })
        for (const drawn of [drawnPlace(tags), houseNumber(tags)])
          if (drawn) take(asFeature(drawn, 'point', [Int32Array.of(x, y)]))
      } else if (tags['type'] === 'multipolygon' && (drawnArea(tags) ?? drawnPlace(tags))) {
        const ways = entry.members.filter((member) => member.type === 'way')
        const inner = ways.filter(({ role }) => role === 'inner').map(({ ref }) => ref)
        const outer = ways.filter(({ role }) => role !== 'inner').map(({ ref }) => ref)
        multipolygons.push({ tags, outer, inner })
        for (const { ref } of ways) members.set(ref, [])
      }
    }
  const places = nodes.done()
  for await (const block of extractEntries(file, ['way'], (part) => progress((1 + part) / 2)))
    for (const { id, refs, tags = {} } of block) {
      const lines = linesOf(refs, places)
      if (members.has(id)) members.set(id, lines)
      if (tags['natural'] === 'coastline') for (const line of lines) coast.push(line)
      takeWay(tags, lines, take)
    }
  const waysOf = (ids: readonly number[]): Line[] => ids.flatMap((id) => members.get(id) ?? [])
  for (const { tags, outer, inner } of multipolygons) {
    const polygons = polygonsOf(waysOf(outer), waysOf(inner))
    const largest = polygons.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
    for (const polygon of polygons) takeArea(tags, polygon, take, polygon === largest)
  }
  return { lines: coast, box: said ?? reach }
}

/** Converts the box in the file's head, which is in billionths of a degree. */
function boxOfHead({ left, right, top, bottom }: NonNullable<ExtractHead['box']>): Box {
  const [west, east] = [left, right].map((degrees) => worldX(degrees / 1e9)) as [number, number]
  const [north, south] = [top, bottom].map((degrees) => worldY(degrees / 1e9)) as [number, number]
  return { minX: west, minY: north, maxX: east, maxY: south }
}

/** Returns one line per way, or several lines if the extract lacks some of its nodes. */
function linesOf(refs: readonly number[], places: NodePlaces): Line[] {
  const whole = new Int32Array(2 * refs.length)
  const lines: Line[] = []
  let from = 0
  const cut = (to: number): void => {
    if (to - from >= 4) lines.push(whole.slice(from, to))
  }
  refs.forEach((ref, i) => {
    if (places.put(ref, whole, 2 * i)) return
    cut(2 * i)
    from = 2 * i + 2
  })
  cut(whole.length)
  return lines
}

function takeWay(tags: Tags, lines: readonly Line[], take: Take): void {
  const [ring] = lines
  if (lines.length === 1 && ring && isClosed(ring) && takeArea(tags, [ring], take)) return
  const drawn = drawnLine(tags)
  if (drawn) for (const line of lines) take(asFeature(drawn, 'line', [runsBackward(tags) ? reversedLine(line) : line]))
}

/** Adds the features of an area, with its texts if `named`. Returns false if the area itself is not drawn. */
function takeArea(tags: Tags, polygon: readonly Line[], take: Take, named = true): boolean {
  const ring = polygon[0] as Line
  const point = middleOf(ring)
  for (const drawn of named ? [houseNumber(tags), drawnPlace(tags)] : [])
    if (drawn) take(asFeature(drawn, 'point', [point]))
  const sized = ({ layer, properties }: Drawn, pixels: number): Drawn => {
    const seenFrom = Math.ceil(Math.log2((pixels * WORLD) / (TILE_PIXELS * Math.sqrt(Math.abs(areaOf(ring))))))
    return {
      layer,
      properties: { ...properties, min_zoom: Math.max(properties.min_zoom, Math.min(seenFrom, MAX_ZOOM)) },
    }
  }
  const name = named ? areaName(tags) : null
  if (name) take(asFeature(sized(name, NAME_PIXELS), 'point', [point]))
  const drawn = drawnArea(tags)
  if (!drawn) return false
  take(asFeature(sized(drawn, MIN_PIXELS), 'area', polygon))
  return true
}

/** Omits places that are near a place of the same name, because mappers add many places as a point and as an area. */
function withoutRepeatedPlaces(take: Take): Take {
  const known = new Map<string, [x: number, y: number][]>()
  return (feature) => {
    if (feature.layer === 'places') {
      const name = String(feature.properties['name'])
      const [x = 0, y = 0] = feature.lines[0] ?? []
      const alike = known.get(name) ?? []
      if (alike.some((other) => Math.hypot(other[0] - x, other[1] - y) < BLOCK_WIDTH)) return
      known.set(name, [...alike, [x, y]])
    }
    take(feature)
  }
}

const asFeature = (drawn: Drawn, shape: Shape, lines: readonly Line[]): Feature => ({ ...drawn, shape, lines })

/** Returns the middle of the ring's box if it is inside the ring. Otherwise, returns one of its corners. */
function middleOf(ring: Line): Line {
  const { minX, minY, maxX, maxY } = boxOf([ring])
  const [x, y] = [Math.round((minX + maxX) / 2), Math.round((minY + maxY) / 2)]
  return isInside(x, y, ring) ? Int32Array.of(x, y) : ring.slice(0, 2)
}
