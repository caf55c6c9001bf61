// Coordinates on the square of the Web Mercator projection, in integer steps of 2 cm.
export const WORLD = 2 ** 31

const LARGEST_LAT = 85.05112877980659

export const worldX = (lng: number): number => clamped((lng / 360 + 0.5) * WORLD)

export function worldY(lat: number): number {
  const sine = Math.sin((Math.max(-LARGEST_LAT, Math.min(LARGEST_LAT, lat)) * Math.PI) / 180)
  return clamped((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * WORLD)
}

export const lngAt = (x: number): number => (x / WORLD - 0.5) * 360

export const latAt = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / WORLD))) * 180) / Math.PI

const clamped = (value: number): number => Math.max(0, Math.min(WORLD - 1, Math.round(value)))

/** Alternating x and y of the points. */
export type Line = Int32Array<ArrayBuffer>

export const isClosed = (line: ArrayLike<number>): boolean =>
  line.length >= 8 && line[0] === line[line.length - 2] && line[1] === line[line.length - 1]

/** Returns the area in square steps. The sign shows the direction of the ring. */
export function areaOf(ring: ArrayLike<number>): number {
  let sum = 0
  for (let i = 2; i < ring.length; i += 2) {
    const [x0, y0, x1, y1] = [ring[i - 2], ring[i - 1], ring[i], ring[i + 1]] as [number, number, number, number]
    sum += (x0 - x1) * (y0 + y1)
  }
  return sum / 2
}

export function isInside(x: number, y: number, ring: ArrayLike<number>): boolean {
  let inside = false
  for (let i = 2; i < ring.length; i += 2) {
    const [x0, y0, x1, y1] = [ring[i - 2], ring[i - 1], ring[i], ring[i + 1]] as [number, number, number, number]
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside
  }
  return inside
}

export interface Box {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

export function widen(box: Box, { minX, minY, maxX, maxY }: Box): void {
  box.minX = Math.min(box.minX, minX)
  box.minY = Math.min(box.minY, minY)
  box.maxX = Math.max(box.maxX, maxX)
  box.maxY = Math.max(box.maxY, maxY)
}

export function boxOf(lines: readonly ArrayLike<number>[]): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (const line of lines)
    for (let i = 0; i < line.length; i += 2) {
      box.minX = Math.min(box.minX, line[i] as number)
      box.maxX = Math.max(box.maxX, line[i] as number)
      box.minY = Math.min(box.minY, line[i + 1] as number)
      box.maxY = Math.max(box.maxY, line[i + 1] as number)
    }
  return box
}
