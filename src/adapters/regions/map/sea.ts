// Computes the sea of an extract: coastlines that are closed along the edge of its box. A coastline has land on its
// left and water on its right (https://wiki.openstreetmap.org/wiki/Tag:natural%3Dcoastline).
import { areaOf, type Box, isInside, type Line, WORLD } from './world.ts'

type Point = readonly [x: number, y: number]

/** Returns polygons of water, each as an outer ring with its islands. Empty if the extract has no coast. */
export function seaOf(coast: readonly Line[], box: Box): Line[][] {
  const lines = joinAtEnds(coast.map(pointsOf))
  const [pieces, rings]: [Point[][], Point[][]] = [[], []]
  for (const line of lines) {
    const within = line.every((point) => contains(box, point))
    if (within && isRing(line)) rings.push(line)
    else pieces.push(...piecesInside(box, line))
  }
  const shores = [...closeRings(pieces, box), ...rings].map(lineOf)
  const waters = shores.filter((ring) => areaOf(ring) > 0)
  const islands = shores.filter((ring) => areaOf(ring) < 0)
  const isIn = (island: Line, water: Line): boolean => isInside(island[0] as number, island[1] as number, water)
  const atSea = islands.filter((island) => !waters.some((water) => isIn(island, water)))
  if (pieces.length === 0 && atSea.length > 0) waters.push(lineOf([...cornersOf(box), cornersOf(box)[0] as Point]))
  const smallestFirst = waters.map((water) => [water]).sort(([a], [b]) => areaOf(a as Line) - areaOf(b as Line))
  for (const island of islands) smallestFirst.find(([water]) => isIn(island, water as Line))?.push(island)
  return smallestFirst
}

/** Joins lines that begin where other lines end, in their direction. */
function joinAtEnds(lines: readonly Point[][]): Point[][] {
  const open = lines.filter((line) => !isRing(line))
  const byStart = new Map(open.map((line) => [keyOf(line[0] as Point), line]))
  const ends = new Set(open.map((line) => keyOf(line.at(-1) as Point)))
  const follow = (first: Point[]): Point[] => {
    const whole = [...first]
    byStart.delete(keyOf(first[0] as Point))
    for (;;) {
      const end = keyOf(whole.at(-1) as Point)
      const next = byStart.get(end)
      if (!next) return whole
      byStart.delete(end)
      for (const point of next.slice(1)) whole.push(point)
    }
  }
  const begun = open.filter((line) => !ends.has(keyOf(line[0] as Point))).map(follow)
  const around: Point[][] = []
  for (const line of open) if (byStart.get(keyOf(line[0] as Point)) === line) around.push(follow(line))
  return [...lines.filter(isRing), ...begun, ...around]
}

/**
 * Returns the pieces of a line inside the box, from edge to edge. If the line ends inside the box, connects that end to
 * the nearest edge.
 */
function piecesInside(box: Box, line: readonly Point[]): Point[][] {
  const pieces: Point[][] = []
  let piece: Point[] = []
  const end = (): void => {
    if (piece.length > 1) pieces.push(piece)
    piece = []
  }
  const [first, last] = [line[0] as Point, line.at(-1) as Point]
  const ring = isRing(line)
  if (!ring && contains(box, first)) piece.push(nearestEdge(box, first), first)
  // Starts with a point of the ring outside the box, so that no piece inside the box is split.
  const from = ring ? line.findIndex((point) => !contains(box, point)) : 0
  for (let i = 0; i < line.length - 1; i++) {
    const at = (step: number): Point => line[(from + i + step) % (ring ? line.length - 1 : line.length)] as Point
    const part = inside(box, at(0), at(1))
    if (!part) continue
    const [a, b] = part
    if (piece.length === 0) piece.push(a)
    piece.push(b)
    if (!contains(box, at(1))) end()
  }
  if (!ring && contains(box, last)) piece.push(nearestEdge(box, last))
  end()
  return pieces
}

/**
 * Returns rings with water on their right. Follows the edge from the end of each piece to the start of the next one.
 */
function closeRings(pieces: readonly Point[][], box: Box): Point[][] {
  const starts = pieces.map((piece) => ({ piece, at: alongEdge(box, piece[0] as Point) })).sort((a, b) => a.at - b.at)
  const left = new Set(pieces)
  const rings: Point[][] = []
  for (const first of pieces) {
    if (!left.has(first)) continue
    const ring: Point[] = []
    let piece = first
    for (;;) {
      left.delete(piece)
      for (const point of piece) ring.push(point)
      const exit = alongEdge(box, piece.at(-1) as Point)
      const next = starts.find(({ at }) => at >= exit) ?? starts[0]!
      ring.push(...cornersBetween(box, exit, next.at))
      if (!left.has(next.piece)) break
      piece = next.piece
    }
    rings.push([...ring, ring[0] as Point])
  }
  return rings
}

const cornersOf = ({ minX, minY, maxX, maxY }: Box): Point[] => [
  [minX, minY],
  [maxX, minY],
  [maxX, maxY],
  [minX, maxY],
]

/** Returns a position along the edges, clockwise from the north-west corner. Each edge has length 1. */
function alongEdge({ minX, minY, maxX, maxY }: Box, [x, y]: Point): number {
  if (y === minY) return (x - minX) / (maxX - minX)
  if (x === maxX) return 1 + (y - minY) / (maxY - minY)
  if (y === maxY) return 2 + (maxX - x) / (maxX - minX)
  return 3 + (maxY - y) / (maxY - minY)
}

function cornersBetween(box: Box, from: number, to: number): Point[] {
  const end = to >= from ? to : to + 4
  const corners: Point[] = []
  for (let at = Math.ceil(from); at < end; at++) corners.push(cornersOf(box)[at % 4] as Point)
  return corners
}

const contains = ({ minX, minY, maxX, maxY }: Box, [x, y]: Point): boolean =>
  x > minX && x < maxX && y > minY && y < maxY

function nearestEdge({ minX, minY, maxX, maxY }: Box, [x, y]: Point): Point {
  const edges: Point[] = [
    [minX, y],
    [maxX, y],
    [x, minY],
    [x, maxY],
  ]
  return edges.toSorted((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y))[0] as Point
}

/** Returns the part of a step that is inside the box. Null if there is none. */
function inside({ minX, minY, maxX, maxY }: Box, a: Point, b: Point): [Point, Point] | null {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  let [from, to] = [0, 1]
  let [fromEdge, toEdge]: [Point | null, Point | null] = [null, null]
  for (const [step, distance, edge] of [
    [-dx, a[0] - minX, [minX, null]],
    [dx, maxX - a[0], [maxX, null]],
    [-dy, a[1] - minY, [null, minY]],
    [dy, maxY - a[1], [null, maxY]],
  ] as [number, number, [number | null, number | null]][]) {
    if (step === 0) {
      if (distance <= 0) return null
      continue
    }
    const at = distance / step
    const place: Point = [edge[0] ?? Math.round(a[0] + at * dx), edge[1] ?? Math.round(a[1] + at * dy)]
    if (step < 0 && at > from) [from, fromEdge] = [at, place]
    if (step > 0 && at < to) [to, toEdge] = [at, place]
  }
  return from < to ? [fromEdge ?? a, toEdge ?? b] : null
}

const keyOf = ([x, y]: Point): string => `${x} ${y}`
const isRing = (line: readonly Point[]): boolean =>
  line.length >= 4 && keyOf(line[0] as Point) === keyOf(line.at(-1) as Point)
const pointsOf = (line: Line): Point[] =>
  Array.from({ length: line.length / 2 }, (_, i) => [line[2 * i] as number, line[2 * i + 1] as number])
const lineOf = (points: readonly Point[]): Line => Int32Array.from(points.flat())

/**
 * Yields the parts of the polygon in squares of the world. There are 2 ** zoom squares per side, each with a margin.
 */
export function* partsInSquares(
  polygon: readonly Line[],
  zoom: number,
  margin: number,
  [z, x, y] = [0, 0, 0],
): Generator<{ x: number; y: number; lines: Line[] }> {
  const width = WORLD / 2 ** z
  const around = { minX: x * width, minY: y * width, maxX: (x + 1) * width, maxY: (y + 1) * width }
  const lines = clipPolygon(polygon, growBox(around, margin))
  if (!lines) return
  if (z === zoom) yield { x, y, lines }
  else
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      yield* partsInSquares(lines, zoom, margin, [z + 1, 2 * x + right, 2 * y + down])
}

const growBox = ({ minX, minY, maxX, maxY }: Box, by: number): Box => ({
  minX: minX - by,
  minY: minY - by,
  maxX: maxX + by,
  maxY: maxY + by,
})

/** Returns the part of the polygon inside a box. Null if there is none. */
function clipPolygon(polygon: readonly Line[], box: Box): Line[] | null {
  const [outer, ...holes] = polygon.map((ring) => clipRing(ring, box))
  if (!outer) return null
  return [outer, ...holes.filter((hole) => hole !== null)]
}

/**
 * Clips a ring at one edge after the other. If the result returns along an edge, it runs on that edge (Sutherland
 * and Hodgman, 1974).
 */
function clipRing(ring: Line, { minX, minY, maxX, maxY }: Box): Line | null {
  let points = pointsOf(ring).slice(0, -1)
  for (const [axis, edge, side] of [
    [0, minX, 1],
    [0, maxX, -1],
    [1, minY, 1],
    [1, maxY, -1],
  ] as const) {
    const isIn = (point: Point): boolean => side * (point[axis] - edge) >= 0
    if (points.every(isIn)) continue
    points = points.flatMap((point, i): Point[] => {
      const before = points.at(i - 1) as Point
      const crossing = isIn(before) === isIn(point) ? [] : [crossingAt(before, point, axis, edge)]
      return isIn(point) ? [...crossing, point] : crossing
    })
  }
  return points.length < 3 ? null : lineOf([...points, points[0] as Point])
}

function crossingAt(a: Point, b: Point, axis: 0 | 1, edge: number): Point {
  const part = (edge - a[axis]) / (b[axis] - a[axis])
  const other = Math.round(a[1 - axis]! + part * (b[1 - axis]! - a[1 - axis]!))
  return axis === 0 ? [edge, other] : [other, edge]
}
