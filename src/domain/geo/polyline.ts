// The encoded polyline format of Google Maps
// (https://developers.google.com/maps/documentation/utilities/polylinealgorithm).
import { straightLineMeters } from './geo.ts'
import type { Point } from '../orders/order.ts'

/**
 * Decodes a polyline. `digits` is the number of decimals: usually 5, but 6 in the responses of Valhalla. Throws if the
 * text is not valid.
 */
export function decodePolyline(text: string, digits = 5): Point[] {
  const scale = 10 ** digits
  const points: Point[] = []
  let at = 0
  let lat = 0
  let lng = 0
  const next = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 5) {
      const chunk = text.charCodeAt(at++) - 63
      if (!(chunk >= 0 && chunk < 64) || shift > 30) throw new Error('not an encoded polyline')
      value += (chunk & 31) * 2 ** shift
      if (chunk < 32) return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    }
  }
  while (at < text.length) {
    lat += next()
    lng += next()
    points.push({ lat: lat / scale, lng: lng / scale })
  }
  return points
}

/** Encodes a line as a polyline with `digits` decimals. */
export function encodePolyline(points: readonly Point[], digits = 5): string {
  const scale = 10 ** digits
  let text = ''
  let lat = 0
  let lng = 0
  const add = (delta: number): void => {
    let rest = delta < 0 ? -2 * delta - 1 : 2 * delta
    for (; rest >= 32; rest = Math.floor(rest / 32)) text += String.fromCharCode((rest % 32) + 32 + 63)
    text += String.fromCharCode(rest + 63)
  }
  for (const point of points) {
    const next = { lat: Math.round(point.lat * scale), lng: Math.round(point.lng * scale) }
    add(next.lat - lat)
    add(next.lng - lng)
    lat = next.lat
    lng = next.lng
  }
  return text
}

/** Removes points that deviate by at most this many meters from the line (Douglas and Peucker). */
export function simplify(points: readonly Point[], meters: number): Point[] {
  if (points.length < 3) return [...points]
  const kept = new Set([0, points.length - 1])
  const open: [from: number, to: number][] = [[0, points.length - 1]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part
    let farthest = 0
    let at = -1
    for (let i = from + 1; i < to; i++) {
      const strays = metersFromLine(points[i] as Point, points[from] as Point, points[to] as Point)
      if (strays <= farthest) continue
      farthest = strays
      at = i
    }
    if (farthest <= meters) continue
    kept.add(at)
    open.push([from, at], [at, to])
  }
  return points.filter((_, i) => kept.has(i))
}

/**
 * Returns the meters from the point to the segment between two others, on a plane that is accurate enough for a leg.
 */
export function metersFromLine(point: Point, from: Point, to: Point): number {
  const squeeze = Math.cos((from.lat * Math.PI) / 180)
  const [dx, dy] = [(to.lng - from.lng) * squeeze, to.lat - from.lat]
  const [px, py] = [(point.lng - from.lng) * squeeze, point.lat - from.lat]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length))
  return straightLineMeters(point, { lat: from.lat + share * dy, lng: from.lng + (share * dx) / squeeze })
}
