// Stops that stand so close that their numbers would hide each other are shown as groups, each of one route: how many they
// are, until one is near enough to read them.
import { Supercluster } from '@maplibre/geojson-vt'

export interface Placed {
  key: string
  lat: number
  lng: number
  /** Its route's, or that of all on none; groups are of one. */
  group: string
}

export interface Cluster {
  key: string
  lat: number
  lng: number
  group: string
  count: number
  /** From which zoom on it falls apart. */
  zoom: number
}

/** In pixels: of a mark, and of what a group takes in. */
const MARK = 26
const RADIUS = 40
const MOST_ZOOM = 18
/** Fewer are read one by one, wherever they are. */
const FEW = 100
const WORLD: [number, number, number, number] = [-180, -85, 180, 85]

/** Whether so many marks would lie on each other, seen from so far: their share of the area is too small for one. */
export function isCrowded(
  placed: readonly Placed[],
  pixelsBetween: (a: Corner, b: Corner) => [number, number],
): boolean {
  if (placed.length < FEW) return false
  const lats = placed.map(({ lat }) => lat).toSorted((a, b) => a - b)
  const lngs = placed.map(({ lng }) => lng).toSorted((a, b) => a - b)
  // Without the outermost tenth: one far stop makes no room for the others.
  const [south = 0, north = 0] = [lats[Math.floor(lats.length * 0.05)], lats[Math.ceil(lats.length * 0.95) - 1]]
  const [west = 0, east = 0] = [lngs[Math.floor(lngs.length * 0.05)], lngs[Math.ceil(lngs.length * 0.95) - 1]]
  const [width, height] = pixelsBetween([west, south], [east, north])
  return (width * height) / placed.length < MARK * MARK
}

type Corner = [number, number]

/** What to show at a zoom: groups, and what stands by itself. */
export function clustered(placed: readonly Placed[], zoom: number): { clusters: Cluster[]; single: Set<string> } {
  const clusters: Cluster[] = []
  const single = new Set<string>()
  for (const [group, members] of Map.groupBy(placed, (one) => one.group)) {
    const index = new Supercluster({ radius: RADIUS, maxZoom: MOST_ZOOM })
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
