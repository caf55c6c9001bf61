// Stays of the vehicle at stops, from the positions of the driver's phone. A stay has only the times of the first and the
// last position near the stop. Times are epoch seconds.
import { isWithinReach } from '../routes/arrival.ts'

export interface Stay {
  from: number
  until: number
}

/** Distances in meters from an open stop to the position that was just received, and to the position before. */
export interface DistancesToStop {
  stay: Stay | null
  meters: number
  /** Null if the route has no earlier position. */
  metersBefore: number | null
}

interface ReceivedPosition {
  at: number
  /** Null if the phone didn't report it. */
  accuracyMeters: number | null
  /** Time of the position before. Null if there is none. */
  previousAt: number | null
}

/** A shorter stay doesn't count as a visit. */
export const MIN_STAY_SECONDS = 60
/** A phone within this distance of the last position that it sent is standing. */
export const STANDING_METERS = 80
const MOVING_SECONDS = 60
/** The second position of a stand follows soon, so that a short visit becomes a stay. */
const STANDING_AGAIN_SECONDS = 70
const STANDING_SECONDS = 300
/** After a longer gap, the vehicle may have been elsewhere. */
const MAX_GAP_SECONDS = STANDING_SECONDS + 120

/**
 * Returns how many seconds after the last position the phone sends the next one. The intervals save the battery.
 * `stoodBefore`: the phone was already standing when it sent the last position.
 */
export const positionIntervalSeconds = (stands: boolean, stoodBefore: boolean): number =>
  stands ? (stoodBefore ? STANDING_SECONDS : STANDING_AGAIN_SECONDS) : MOVING_SECONDS

/**
 * Returns the stay that a position begins or continues, and the index of its stop. Null if no stay changes. `open` are
 * the open stops in driving order. A position near several stops belongs to the first of them. A single position
 * begins no stay, so a vehicle that only passes changes nothing.
 */
export function stayWith(
  open: readonly DistancesToStop[],
  { at, accuracyMeters, previousAt }: ReceivedPosition,
): { index: number; stay: Stay } | null {
  // A position that arrives late, or twice, changes nothing.
  if (previousAt === null || at <= previousAt) return null
  const isUnderWay = (stay: Stay | null): stay is Stay =>
    stay !== null && at > stay.until && at - stay.until <= MAX_GAP_SECONDS
  // An inaccurate position begins no stay, but doesn't end one if the vehicle may still be there.
  const index = open.findIndex(
    ({ stay, meters }) =>
      isWithinReach(meters, accuracyMeters) ||
      (isUnderWay(stay) && isWithinReach(meters - (accuracyMeters ?? 0), null)),
  )
  const stop = open[index]
  if (!stop) return null
  const { stay, metersBefore } = stop
  if (isUnderWay(stay)) return { index, stay: { from: stay.from, until: at } }
  const begins = metersBefore !== null && isWithinReach(metersBefore, null) && at - previousAt <= MAX_GAP_SECONDS
  return begins ? { index, stay: { from: previousAt, until: at } } : null
}
