// Which places a map shows at first: one delivery typed with the wrong state would shrink all others to a dot.
export interface Spot {
  lat: number
  lng: number
}

/** At most this share of the places is left out. */
const FAR_SHARE = 0.15
/** A place is far if it is this many times as far from the middle as the places within. */
const FAR_TIMES = 8
/** Degrees, about 5 miles: closer places are never far, however close the others are. */
const NEAR_DEGREES = 0.075

/** Returns the places without the few that are far from all others, or all of them if none is. */
export function mainPlaces<T extends Spot>(places: readonly T[]): readonly T[] {
  const most = Math.max(1, Math.floor(places.length * FAR_SHARE))
  // Fewer places have no majority to fit the map to.
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

/** On a map around `from`, in degrees of latitude. */
const degreesBetween = (from: Spot, to: Spot): number =>
  Math.hypot(to.lat - from.lat, (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180))
