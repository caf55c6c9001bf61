// Pauses of a route between its stops: breaks of the driver, reloads at the depot, and hand-overs of goods from another
// vehicle.

export const PAUSE_KINDS = ['BREAK', 'RELOAD'] as const

/** Location and time at which a vehicle takes over goods from another vehicle. */
export interface HandOver {
  /** Route that had the goods, and its name. The goods are aboard its vehicle or at its depot. */
  routeId: string
  by: string
  /** Name of the location. Null: the location where the other vehicle stands. */
  name: string | null
  lat: number
  lng: number
  /** Instant from which the goods are at the location. */
  from: string
  minutes: number
}

export interface Pause {
  kind: (typeof PAUSE_KINDS)[number]
  /** Index of the break in the route's terms, from 0. For a reload, the trip whose goods are loaded. */
  which: number
  start: Date
  end: Date
  /** Sequence of the next stop. Null: after the last stop. */
  before: number | null
  paid: boolean
  /** Present if the load is taken over from another vehicle. */
  handOver?: Pick<HandOver, 'by' | 'name' | 'lat' | 'lng'>
  /** Minutes after the end of the pause's window. */
  lateMinutes: number
}

/** A pause in its stored format. */
export type StoredPause = Omit<Pause, 'start' | 'end'> & { start: string; end: string }

/**
 * Returns whether a break is still ahead on a route whose last known progress is at `at`. A planned break is ahead
 * until its planned end: nobody records breaks, so after its planned end it counts as taken. An unplanned break is
 * ahead while it can still begin in its window.
 */
export const isBreakAhead = (
  pauses: readonly Pause[],
  which: number,
  window: { end: Date; minutes: number },
  at: Date,
): boolean => {
  const planned = pauses.find((pause) => pause.kind === 'BREAK' && pause.which === which)
  return planned ? planned.end > at : at.getTime() <= window.end.getTime() - window.minutes * 60_000
}

/** Returns the minutes of unpaid pauses, which are neither paid working time nor overtime. */
export const unpaidMinutes = (pauses: readonly Pause[]): number =>
  pauses.reduce((sum, { paid, start, end }) => sum + (paid ? 0 : (end.getTime() - start.getTime()) / 60_000), 0)

/** Returns "Van 1" if the goods are taken over where that vehicle stands, else "Van 1 (Main depot)". */
export const placeOfHandOver = ({ from_route: from, name }: { from_route: string; name: string | null }): string =>
  name === null ? from : `${from} (${name})`
