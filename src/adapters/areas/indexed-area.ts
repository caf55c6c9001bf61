// An area with an index of its edges. A containment test examines only the edges near the point.
import Flatbush from 'flatbush'
import { orient2d } from 'robust-predicates'
import type { PreparedArea } from '../../app/ports/areas.ts'
import { METERS_A_DEGREE } from '../../domain/geo/geo.ts'
import { nextTurn } from '../../domain/next-turn.ts'
import type { Point } from '../../domain/orders/order.ts'
import type { Ring, ZoneGeometry } from '../../domain/zones/zone.ts'

/**
 * Result of an indexing thread: edges as [lng, lat, lng, lat], the part of the area that each edge belongs to, and the
 * index of the edges.
 */
export interface AreaIndex {
  edges: Float64Array<ArrayBuffer>
  parts: Uint32Array<ArrayBuffer>
  index: ArrayBufferLike
}

export function indexArea({ type, coordinates }: ZoneGeometry): AreaIndex {
  const polygons: Ring[][] = type === 'Polygon' ? [coordinates] : coordinates
  const count = polygons.flat().reduce((sum, ring) => sum + ring.length - 1, 0)
  const edges = new Float64Array(count * 4)
  const parts = new Uint32Array(count)
  const index = new Flatbush(count)
  let at = 0
  for (const [part, rings] of polygons.entries())
    for (const ring of rings)
      for (let i = 1; i < ring.length; i++) {
        const [[x, y], [nextX, nextY]] = [ring[i - 1]!, ring[i]!]
        edges.set([x, y, nextX, nextY], at * 4)
        parts[at++] = part
        index.add(Math.min(x, nextX), Math.min(y, nextY), Math.max(x, nextX), Math.max(y, nextY))
      }
  index.finish()
  return { edges, parts, index: index.data }
}

const CELLS_A_SIDE = 64
const INSIDE = 1
const OUTSIDE = 2
const HAS_EDGE = 3

/**
 * `POINTS_AT_ONCE`: number of points that are tested before the clock is checked. `POINTS_A_TEST`: number of points to
 * which one test against edges is equivalent. `MAX_MS`: maximum time without yielding.
 */
const POINTS_AT_ONCE = 4_096
const POINTS_A_TEST = 128
const MAX_MS = 5

export class IndexedArea implements PreparedArea {
  readonly bytes: number
  readonly #edges: Float64Array
  readonly #parts: Uint32Array
  readonly #index: Flatbush
  readonly #several: boolean
  #cells: Uint8Array | null = null

  constructor({ edges, parts, index }: AreaIndex) {
    this.#edges = edges
    this.#parts = parts
    this.#index = Flatbush.from(index)
    this.#several = parts.at(-1) !== 0
    this.bytes = edges.byteLength + parts.byteLength + index.byteLength + CELLS_A_SIDE ** 2
  }

  /**
   * A ray to the east crosses the edges of a part that contains the point an odd number of times. Points on an edge are
   * inside.
   */
  holds({ lat, lng }: Point): boolean {
    const odd = new Set<number>()
    let crossings = 0
    let onEdge = false
    this.#index.search(lng, lat, Infinity, lat, (edge, west) => {
      const [ax, ay, bx, by] = this.#edge(edge)
      if (ay > lat === by > lat) {
        if (ay === lat && by === lat ? west <= lng : (ay === lat && ax === lng) || (by === lat && bx === lng))
          onEdge = true
        return false
      }
      const side = west > lng ? 1 : orient2d(ax, ay, bx, by, lng, lat) * (by > ay ? -1 : 1)
      if (side === 0) onEdge = true
      if (side <= 0) return false
      crossings++
      if (this.#several) toggle(odd, this.#parts[edge]!)
      return false
    })
    return onEdge || (this.#several ? odd.size > 0 : crossings % 2 === 1)
  }

  metersToEdge({ lat, lng }: Point): number {
    const perLng = METERS_A_DEGREE * Math.cos((lat * Math.PI) / 180)
    let nearest = Infinity
    for (let edge = 0; edge < this.#parts.length; edge++) {
      const [lngA, latA, lngB, latB] = this.#edge(edge)
      const [x, y] = [(lngA - lng) * perLng, (latA - lat) * METERS_A_DEGREE]
      const [dx, dy] = [(lngB - lngA) * perLng, (latB - latA) * METERS_A_DEGREE]
      const along = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy || 1)))
      nearest = Math.min(nearest, Math.hypot(x + along * dx, y + along * dy))
    }
    return nearest
  }

  async count(points: Float64Array): Promise<number> {
    let count = 0
    let work = 0
    let began = performance.now()
    for (let i = 0; i < points.length; i += 2) {
      const [lat, lng] = [points[i]!, points[i + 1]!]
      const cell = this.#cellOf(lat, lng)
      if (cell === HAS_EDGE ? this.holds({ lat, lng }) : cell === INSIDE) count++
      work += cell === HAS_EDGE ? POINTS_A_TEST : 1
      if (work < POINTS_AT_ONCE) continue
      work = 0
      if (performance.now() - began < MAX_MS) continue
      await nextTurn()
      began = performance.now()
    }
    return count
  }

  /**
   * Divides the bounding box into cells. All points of a cell that no edge touches have the result of its first point.
   */
  #cellOf(lat: number, lng: number): number {
    const { minX, minY, maxX, maxY } = this.#index
    if (lng < minX || lng > maxX || lat < minY || lat > maxY) return OUTSIDE
    this.#cells ??= new Uint8Array(CELLS_A_SIDE ** 2)
    const [width, height] = [(maxX - minX) / CELLS_A_SIDE, (maxY - minY) / CELLS_A_SIDE]
    const column = Math.min(CELLS_A_SIDE - 1, Math.floor((lng - minX) / width))
    const row = Math.min(CELLS_A_SIDE - 1, Math.floor((lat - minY) / height))
    const at = row * CELLS_A_SIDE + column
    const known = this.#cells[at]!
    if (known) return known
    const [west, south] = [minX + column * width, minY + row * height]
    // The searched box is slightly wider than the cell, because rounding can move a point across the cell's border.
    const [wide, high] = [width / 1_000, height / 1_000]
    const touched = this.#index.collides(west - wide, south - high, west + width + wide, south + height + high)
    return (this.#cells[at] = touched ? HAS_EDGE : this.holds({ lat, lng }) ? INSIDE : OUTSIDE)
  }

  #edge(edge: number): [number, number, number, number] {
    const edges = this.#edges
    const at = edge * 4
    return [edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!]
  }
}

function toggle(set: Set<number>, value: number): void {
  if (!set.delete(value)) set.add(value)
}
