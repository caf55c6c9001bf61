// Reads the areas in a request for storage. Runs on a thread if the request is large.
import type { AreasInBody } from '../../app/ports/areas.ts'
import { areasFromGeoJson } from '../../domain/geo/geojson.ts'
import { cornersOf, extentOf, type ReadArea, type ZoneGeometry } from '../../domain/zones/zone.ts'
import { simplifyAreas } from './simplify-areas.ts'

/** Returns the areas and the rest of the body. Null if the body is not a JSON object. */
export function readAreas(body: string, member: string): AreasInBody | null {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { [member]: geojson, ...others } = value as Record<string, unknown>
  const found = areasFromGeoJson(geojson)
  const simpler = simplified(found.flatMap(({ read }) => ('area' in read ? [read.area] : []))).values()
  const areas = found.map(({ name, read }): ReadArea => {
    if ('fault' in read) return { name, fault: read.fault }
    const geometry = simpler.next().value ?? read.area
    const [extent, corners] = [extentOf(geometry), cornersOf(geometry)]
    return { name, area: { geometry: JSON.stringify(geometry), extent, corners } }
  })
  return { rest: jsonOf(others), areas }
}

/**
 * Returns null if the object is nested too deeply. JSON.parse reads any depth, but JSON.stringify is limited by the
 * stack.
 */
function jsonOf(value: object): string | null {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** If an outline is too intricate for the stack of the simplification, the areas stay unchanged. */
function simplified(areas: readonly ZoneGeometry[]): readonly ZoneGeometry[] {
  try {
    return simplifyAreas(areas)
  } catch (error) {
    if (error instanceof RangeError) return areas
    throw error
  }
}
