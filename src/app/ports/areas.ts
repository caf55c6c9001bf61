// Reads areas of zones and tests which points they contain.
import type { Point } from '../../domain/orders/order.ts'
import type { ReadArea } from '../../domain/zones/zone.ts'

/** Identifies a version of a zone's area. A changed area has a new version. */
export interface AreaVersion {
  zoneId: string
  version: number
}

/** An area with an index, which makes tests fast for any number of corners. */
export interface PreparedArea {
  /** Points in holes are outside; points on an edge are inside. */
  holds(point: Point): boolean
  /** Meters from a point outside the area to its nearest edge. Accurate to one percent within some hundred miles. */
  metersToEdge(point: Point): number
  /** Counts the points in the area, given as [lat, lng, lat, lng, …]. Yields to other requests in between. */
  count(points: Float64Array): Promise<number>
}

export interface AreasInBody {
  areas: ReadArea[]
  /** The request body without its areas, as JSON. Null if the body is nested too deeply to be serialized. */
  rest: string | null
}

export interface Areas {
  /**
   * Reads the GeoJSON in this member of a JSON body, and simplifies detailed areas. Returns null if the body is not a
   * JSON object. Rejects with `AreaTooIntricate` if an area exceeds the limits of time and memory.
   */
  read(body: Uint8Array, member: string): Promise<AreasInBody | null>
  /**
   * Returns the areas of these zones. Areas that are not cached come from `load`. The result has no entry for a zone
   * that has been deleted.
   */
  prepared(
    zones: readonly AreaVersion[],
    load: (zoneIds: string[]) => Promise<ReadonlyMap<string, { version: number; geometry: string }>>,
  ): Promise<Map<string, PreparedArea>>
}

/** The area can't be read within the limits of time and memory. */
export class AreaTooIntricate extends Error {
  override name = 'AreaTooIntricate'
}
