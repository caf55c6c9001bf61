// Areas of zones: read, and asked whether they hold a point.
import type { Point } from '../../domain/orders/order.ts'
import type { ReadArea } from '../../domain/zones/zone.ts'

/** What a zone's area is known by: another version, another area. */
export interface AreaVersion {
  zoneId: string
  version: number
}

/** An area that can be asked quickly however many corners it has. */
export interface PreparedArea {
  /** Holes are outside; an edge is inside. */
  holds(point: Point): boolean
  /** From a point outside to the nearest edge: right to a percent within some hundred miles. */
  metersToEdge(point: Point): number
  /** Of points as latitude, longitude, latitude and so on. Others are answered in between. */
  count(points: Float64Array): Promise<number>
}

export interface AreasInBody {
  areas: ReadArea[]
  /** The body without them, as JSON; null if it is nested too deeply to be written. */
  rest: string | null
}

export interface Areas {
  /**
   * Reads the GeoJSON in that member of a JSON body. Detailed areas are simplified. Null for a body that is no JSON
   * object. Rejects with `AreaTooIntricate`.
   */
  read(body: Uint8Array, member: string): Promise<AreasInBody | null>
  /** The zones' areas; `load` is asked for those that are not remembered. A zone that is gone has none. */
  prepared(
    zones: readonly AreaVersion[],
    load: (zoneIds: string[]) => Promise<ReadonlyMap<string, { version: number; geometry: string }>>,
  ): Promise<Map<string, PreparedArea>>
}

/** An area that is not read within reasonable time or memory. */
export class AreaTooIntricate extends Error {
  override name = 'AreaTooIntricate'
}
