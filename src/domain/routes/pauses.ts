// What a route has between its stops: the breaks of its driver, and coming back to the depot to load again, or elsewhere
// to take goods over.

export const PAUSE_KINDS = ['BREAK', 'RELOAD'] as const

/** Where and when a vehicle takes over goods that another one had. */
export interface HandOver {
  /** The route that had them, and its name; on it they are aboard, or at its depot. */
  routeId: string
  by: string
  /** Of the place; null is where that vehicle stands. */
  name: string | null
  lat: number
  lng: number
  /** The instant from which they are there. */
  from: string
  minutes: number
}

export interface Pause {
  kind: (typeof PAUSE_KINDS)[number]
  /** Which of the route's breaks it is; of a reload, the trip that it loads for. */
  which: number
  start: Date
  end: Date
  /** The sequence of the stop that follows; null on the way home. */
  before: number | null
  paid: boolean
  /** Of a load that is taken over from another vehicle. */
  handOver?: Pick<HandOver, 'by' | 'name' | 'lat' | 'lng'>
  /** Minutes past the end of its window. */
  lateMinutes: number
}

/** A pause as it is stored. */
export type StoredPause = Omit<Pause, 'start' | 'end'> & { start: string; end: string }

/**
 * Whether a break is still to come on a route that was last known to be somewhere at `at`: one that is planned for later,
 * or one that nobody planned and that can still begin in its window. Nobody records breaks, so one whose planned end has
 * passed counts as taken.
 */
export const isToCome = (
  pauses: readonly Pause[],
  which: number,
  window: { end: Date; minutes: number },
  at: Date,
): boolean => {
  const planned = pauses.find((pause) => pause.kind === 'BREAK' && pause.which === which)
  return planned ? planned.end > at : at.getTime() <= window.end.getTime() - window.minutes * 60_000
}

/** What of a route's working time is neither paid nor overtime. */
export const unpaidMinutes = (pauses: readonly Pause[]): number =>
  pauses.reduce((sum, { paid, start, end }) => sum + (paid ? 0 : (end.getTime() - start.getTime()) / 60_000), 0)

/** Van 1, or Van 1 (Main depot) where goods are not taken over where that vehicle stands. */
export const placeOfHandOver = ({ from_route: from, name }: { from_route: string; name: string | null }): string =>
  name === null ? from : `${from} (${name})`
