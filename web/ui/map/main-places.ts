// Selects the locations of a map's initial view. One delivery with the wrong state would shrink all others to a dot.
export interface Spot {
  lat: number
  lng: number
}

/** Maximum share of locations that are omitted. */
const FAR_SHARE = 0.15
/** A location is far if its distance from the middle is this many times that of the inner locations. */
const FAR_TIMES = 8
/** Degrees, about 5 miles. Closer locations are never far, even if the others are very close. */
const NEAR_DEGREES = 0.075

/** Returns the locations without the few that are far from all others, or all of them if none is far. */
export function mainPlaces<T extends Spot>(places: readonly T[]): readonly T[] {
  const most = Math.max(1, Math.floor(places.length * FAR_SHARE))
  // Fewer locations have no majority to fit the map to.
  if (places.length < 4) return places
  const middle = { lat: median(places.map(({ lat }) => lat)), lng: median(places.map(({ lng }) => lng)) }
  const far = places
    .map((place) => ({ place, degrees: degreesBetween(middle, place) }))
    .sort((a, b) => a.degrees - b.degrees)
  for (let kept = places.length - most; kept < places.length; kept++) {
    const [last, next] = [far[kept - 1], far[kept]]
    if (last && next && next.degrees > FAR_TIMES * Math.max(NEAR_DEGREES, last.degrees))
      return far.slice(0, kept).map(({ place }) => place)
  }
  return places
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Distance on a map around `from`, in degrees of latitude. */
const degreesBetween = (from: Spot, to: Spot): number =>
  Math.hypot(to.lat - from.lat, (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180))
