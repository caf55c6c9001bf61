// In which direction a segment leaves and enters its junctions: over its first and last stretch, past the corner itself.
import { metersBetween, type Segments } from '../read/segments.ts'
import { UNITS_A_DEGREE } from '../read/read-roads.ts'

const STRETCH_METERS = 20
const DEGREES = 180 / Math.PI

/** Degrees from north, seen from either end into the segment: 2 a segment, of its beginning and of its end. */
export function endHeadings(segments: Segments): Float32Array {
  const headings = new Float32Array(2 * segments.count)
  for (let i = 0; i < segments.count; i++) {
    const first = segments.firstPoint[i] as number
    const last = (segments.firstPoint[i + 1] as number) - 1
    headings[2 * i] = headingFrom(segments, first, last)
    headings[2 * i + 1] = headingFrom(segments, last, first)
  }
  return headings
}

function headingFrom({ lats, lngs }: Segments, from: number, to: number): number {
  const step = from < to ? 1 : -1
  const [lat0, lng0] = [lats[from] as number, lngs[from] as number]
  let lat = lat0
  let lng = lng0
  let left = STRETCH_METERS
  for (let i = from + step; left > 0; i += step) {
    const [nextLat, nextLng] = [lats[i] as number, lngs[i] as number]
    const meters = metersBetween(lat, lng, nextLat, nextLng)
    const share = meters > left ? left / meters : 1
    lat += share * (nextLat - lat)
    lng += share * (nextLng - lng)
    left -= meters
    if (i === to) break
  }
  const squeeze = Math.cos((lat0 / UNITS_A_DEGREE / 180) * Math.PI)
  return Math.atan2((lng - lng0) * squeeze, lat - lat0) * DEGREES
}

/** How far one turns from one heading into another: -180 to 180, to the right above zero. */
export function turnDegrees(from: number, to: number): number {
  const turned = (to - from) % 360
  return turned > 180 ? turned - 360 : turned <= -180 ? turned + 360 : turned
}
