// Goods that are ready after the start of a shift. A route departs when all its goods are ready.
import type { Problem } from '../problem.ts'
import { FAR, scaledUp } from './matrices.ts'

/** Per stop: time from which its goods can be loaded. `-FAR`: at any time. */
export let release = new Int32Array(0)
/** Per node: latest release of the stops up to the node, and from the node on. */
export let releaseTo = new Int32Array(0)
export let releaseFrom = new Int32Array(0)
/**
 * Per node: the piece from the departure to the end of the service. It ends at the later of `soonestTo` and the departure
 * plus `leadTo`, for departures until `departBy`.
 */
export let leadTo = new Int32Array(0)
export let soonestTo = new Int32Array(0)
export let departBy = new Int32Array(0)

/** Loads the releases of the stops. */
export function loadReleases({ stops, vehicles }: Problem): void {
  const nodes = stops.length + 2 * vehicles.length
  if (release.length < nodes) {
    const ints = (): Int32Array<ArrayBuffer> => new Int32Array(nodes + (nodes >> 2))
    release = ints()
    releaseTo = ints()
    releaseFrom = ints()
    leadTo = ints()
    soonestTo = ints()
    departBy = ints()
  }
  stops.forEach(({ ready }, stop) => (release[stop] = ready === undefined ? -FAR : scaledUp(ready)))
}
