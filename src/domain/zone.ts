// A delivery zone as stored: an area, a weekly rhythm, a capacity and a cutoff.

type Ring = [number, number][]

/** GeoJSON, longitude first; rings after the first of a polygon are holes. */
export type ZoneGeometry = { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] }

/** HH:mm in the business's zone. */
export interface ZoneHours {
  start: string
  end: string
}
