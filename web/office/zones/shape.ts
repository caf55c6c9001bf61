// Converts an area to editable text and back, and applies map edits to its rings. Untouched rings keep all digits.
import { areaFromGeoJson } from '../../../src/domain/geo/geojson.ts'
import { cornersOf, extentOf, type ZoneGeometry } from '../../../src/domain/zones/zone.ts'
import { squareMiles } from '../../ui/format.ts'
import { inWords, words } from '../../words/locale.ts'

/** Maximum number of corners for editing on the map, because each corner is a handle. */
export const MAX_CORNERS = 500

export type Ring = [number, number][]

export interface RingPlace {
  part: number
  /** 0 is the outline, higher numbers are holes. */
  ring: number
  corners: Ring
}

/** Parses GeoJSON, or lines with latitude and longitude of the corners of one outline. */
export function shapeFromText(text: string): { area: ZoneGeometry } | { fault: string } {
  const trimmed = text.trim()
  if (trimmed === '') return { fault: words.zones.drawOrEnter }
  if (!/^[{[]/.test(trimmed)) return shapeFromCorners(trimmed)
  try {
    const read = areaFromGeoJson(JSON.parse(trimmed))
    return 'fault' in read ? { fault: words.zones.areaFault(inWords(read.fault)) } : read
  } catch {
    return { fault: words.zones.badGeoJson }
  }
}

function shapeFromCorners(text: string): { area: ZoneGeometry } | { fault: string } {
  const outline: Ring = []
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const numbers = line
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(Number)
    const [lat, lng] = numbers
    if (numbers.length !== 2 || lat === undefined || lng === undefined || numbers.some(Number.isNaN))
      return { fault: words.zones.badLine(i + 1) }
    outline.push([lng, lat])
  }
  const read = areaFromGeoJson({ type: 'Polygon', coordinates: [outline] })
  return 'fault' in read ? { fault: words.zones.areaFault(inWords(read.fault)) } : read
}

export const textOf = (area: ZoneGeometry): string => JSON.stringify(area)

const partsOf = (area: ZoneGeometry): Ring[][] => (area.type === 'Polygon' ? [area.coordinates] : area.coordinates)

const areaOf = (parts: Ring[][]): ZoneGeometry | null => {
  const [only] = parts
  if (!only) return null
  return parts.length === 1 ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: parts }
}

export const ringsOf = (area: ZoneGeometry): RingPlace[] =>
  partsOf(area).flatMap((rings, part) => rings.map((corners, ring) => ({ part, ring, corners })))

export const withRing = (area: ZoneGeometry, { part, ring, corners }: RingPlace): ZoneGeometry =>
  areaOf(partsOf(area).map((rings, i) => (i === part ? rings.with(ring, corners) : rings))) ?? area

export const withPart = (area: ZoneGeometry | null, outline: Ring): ZoneGeometry =>
  areaOf([...(area ? partsOf(area) : []), [outline]]) ?? { type: 'Polygon', coordinates: [outline] }

/** Adds the hole to the part that contains it. Returns null if no part does. */
export function withHole(area: ZoneGeometry, hole: Ring): ZoneGeometry | null {
  const parts = partsOf(area)
  const [corner] = hole
  const part = parts.findIndex(([outline]) => outline && corner && isWithin(outline, corner))
  return part < 0 ? null : areaOf(parts.map((rings, i) => (i === part ? [...rings, hole] : rings)))
}

/** Ray casting: a point is inside if a ray to the east crosses the outline an odd number of times. */
function isWithin(outline: Ring, [lng, lat]: [number, number]): boolean {
  let within = false
  for (const [i, [x, y]] of outline.entries()) {
    const [nextX, nextY] = outline[i + 1] ?? outline[0] ?? [x, y]
    if (y > lat !== nextY > lat && lng < x + ((lat - y) * (nextX - x)) / (nextY - y)) within = !within
  }
  return within
}

const SQUARE_METERS_A_SQUARE_MILE = 2_589_988.11
/** Area of a circle whose edge a van reaches in two hours. */
const UNUSUAL_SQUARE_MILES = 25_000

/** Returns a warning if the area is unusually large, else null. */
export function sizeWarning(area: ZoneGeometry): string | null {
  const size = Math.round(extentOf(area).area / SQUARE_METERS_A_SQUARE_MILE)
  return size > UNUSUAL_SQUARE_MILES ? words.zones.tooLarge(squareMiles(size)) : null
}

/** Example: "2 parts, 1 hole, 48 corners" */
export function shapeSummary(area: ZoneGeometry): string {
  const rings = ringsOf(area)
  const holes = rings.filter(({ ring }) => ring > 0).length
  const parts = rings.length - holes
  const corners = cornersOf(area)
  return [
    parts > 1 ? words.zones.parts(parts) : null,
    holes > 0 ? words.zones.holes(holes) : null,
    words.zones.corners(corners),
  ]
    .filter(Boolean)
    .join(', ')
}

export const boxOf = (areas: readonly ZoneGeometry[]): [[number, number], [number, number]] | null => {
  const corners = areas.flatMap((area) => ringsOf(area).flatMap(({ ring, corners }) => (ring === 0 ? corners : [])))
  if (corners.length === 0) return null
  const box: [[number, number], [number, number]] = [
    [180, 90],
    [-180, -90],
  ]
  for (const [lng, lat] of corners) {
    box[0] = [Math.min(box[0][0], lng), Math.min(box[0][1], lat)]
    box[1] = [Math.max(box[1][0], lng), Math.max(box[1][1], lat)]
  }
  return box
}
