// Houses along an interpolation line, which OpenStreetMap has instead of single houses
// (https://wiki.openstreetmap.org/wiki/Key:addr:interpolation).
import { straightLineMeters } from '../../../domain/geo/geo.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { ExtractTags } from '../../ports/extracts.ts'
import type { HouseEntry } from './file-entries.ts'
import { houseEntryOf, type StreetRelation } from './osm-tags.ts'

const STEPS: Record<string, number> = { all: 1, even: 2, odd: 2 }
const MAX_HOUSES = 400

export interface Vertex extends Point {
  tags: ExtractTags | undefined
}

/** Returns the houses between the numbered ends of an interpolation line. */
export function interpolateHouses(kind: string, line: readonly Vertex[], relation?: StreetRelation): HouseEntry[] {
  const step = STEPS[kind]
  if (!step) return []
  const ends = line.flatMap(({ tags }, at) => {
    const number = Number.parseInt(tags?.['addr:housenumber'] ?? '', 10)
    return number > 0 ? [{ at, number, tags: tags as ExtractTags }] : []
  })
  return ends.slice(1).flatMap((to, i) => {
    const from = ends[i] as (typeof ends)[number]
    const count = Math.abs(to.number - from.number)
    if (count > MAX_HOUSES) return []
    const span = line.slice(from.at, to.at + 1)
    const sign = from.number < to.number ? 1 : -1
    const houses: HouseEntry[] = []
    for (let n = step; n < count; n += step) {
      const tags = { ...from.tags, ...to.tags, 'addr:housenumber': String(from.number + sign * n) }
      const house = houseEntryOf(tags, pointAlong(span, n / count), relation, true)
      if (house) houses.push(house)
    }
    return houses
  })
}

/** Returns the point at this share of a line's length. */
function pointAlong(line: readonly Point[], share: number): Point {
  const lengths = line.map((point, i) => (i === 0 ? 0 : straightLineMeters(line[i - 1] as Point, point)))
  let remaining = share * lengths.reduce((sum, length) => sum + length, 0)
  let i = 1
  while (i < line.length - 1 && remaining > (lengths[i] as number)) remaining -= lengths[i++] as number
  const [from, to] = [line[i - 1] as Point, line[i] as Point]
  const part = lengths[i] ? remaining / (lengths[i] as number) : 0
  return { lat: from.lat + part * (to.lat - from.lat), lng: from.lng + part * (to.lng - from.lng) }
}
