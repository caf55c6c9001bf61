// Groups stops of one route that are too close for their numbers to be readable. A group shows its count until the map is
// zoomed in far enough to separate its stops.
import { Supercluster } from '@maplibre/geojson-vt'

export interface MapPoint {
  key: string
  lat: number
  lng: number
  /** Name of the route, or of all unassigned deliveries. Only stops with the same name are grouped. */
  group: string
}

export interface Cluster {
  key: string
  lat: number
  lng: number
  group: string
  count: number
  /** Zoom level from which the group splits. */
  zoom: number
}

export interface Spot {
  key: string
  x: number
  y: number
}

/**
 * Returns the keys of the marks whose number is readable: no earlier mark with a number is closer than the size of a
 * mark. The other marks are shown as dots.
 */
export function readableKeys(spots: readonly Spot[]): Set<string> {
  const cells = new Map<string, Spot[]>()
  const kept = new Set<string>()
  for (const spot of spots) {
    const [column, row] = [Math.floor(spot.x / MARK), Math.floor(spot.y / MARK)]
    const around = [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].flatMap((down) => cells.get(`${column + right} ${row + down}`) ?? []),
    )
    if (around.some(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < MARK)) continue
    kept.add(spot.key)
    const key = `${column} ${row}`
    cells.set(key, [...(cells.get(key) ?? []), spot])
  }
  return kept
}

/** Size of a mark and radius of a group, in pixels. */
const MARK = 26
const RADIUS = 40
const MAX_ZOOM = 18
/** Below this number, stops are never grouped. */
const MIN_STOPS_TO_CLUSTER = 100
const WORLD: [number, number, number, number] = [-180, -85, 180, 85]

/** Returns true if the marks would overlap at this zoom: the average map area per mark is smaller than a mark. */
export function isCrowded(
  placed: readonly MapPoint[],
  pixelsBetween: (a: Corner, b: Corner) => [number, number],
): boolean {
  if (placed.length < MIN_STOPS_TO_CLUSTER) return false
  const lats = placed.map(({ lat }) => lat).toSorted((a, b) => a - b)
  const lngs = placed.map(({ lng }) => lng).toSorted((a, b) => a - b)
  // Ignores the outermost tenth, because one distant stop doesn't make more room for the others.
  const [south = 0, north = 0] = [lats[Math.floor(lats.length * 0.05)], lats[Math.ceil(lats.length * 0.95) - 1]]
  const [west = 0, east = 0] = [lngs[Math.floor(lngs.length * 0.05)], lngs[Math.ceil(lngs.length * 0.95) - 1]]
  const [width, height] = pixelsBetween([west, south], [east, north])
  return (width * height) / placed.length < MARK * MARK
}

type Corner = [number, number]

/** Returns the groups at a zoom level and the keys of marks that are shown individually. */
export function clusterMarks(placed: readonly MapPoint[], zoom: number): { clusters: Cluster[]; single: Set<string> } {
  const clusters: Cluster[] = []
  const single = new Set<string>()
  for (const [group, members] of Map.groupBy(placed, (one) => one.group)) {
    const index = new Supercluster({ radius: RADIUS, maxZoom: MAX_ZOOM })
    index.load(
      members.map(({ key, lat, lng }) => ({
        type: 'Feature',
        properties: { key },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      })),
    )
    for (const { geometry, properties } of index.getClusters(WORLD, Math.floor(zoom))) {
      const [lng = 0, lat = 0] = geometry.coordinates
      if (properties && 'cluster_id' in properties)
        clusters.push({
          key: `${group} ${lng},${lat} ${String(properties.point_count)}`,
          lat,
          lng,
          group,
          count: Number(properties.point_count),
          zoom: index.getClusterExpansionZoom(Number(properties.cluster_id)),
        })
      else single.add(String(properties?.key))
    }
  }
  return { clusters, single }
}
