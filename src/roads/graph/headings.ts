// Headings of a segment at its two junctions, measured over its first and last stretch so that the corner itself has
// little effect.
import { metersBetween, type Segments } from '../read/segments.ts'
import { UNITS_A_DEGREE } from '../read/read-roads.ts'

const STRETCH_METERS = 20
const DEGREES = 180 / Math.PI

/**
 * Returns headings in degrees from north, from each end into the segment. Each segment has 2: at its beginning and at
 * its end.
 */
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

/** Returns the turn from one heading to another in degrees, -180 to 180; positive to the right. */
export function turnDegrees(from: number, to: number): number {
  const turned = (to - from) % 360
  return turned > 180 ? turned - 360 : turned <= -180 ? turned + 360 : turned
}
