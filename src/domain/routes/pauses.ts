// Pauses of a route between its stops: breaks of the driver, reloads at the depot, and hand-overs of goods from another
// vehicle.

export const PAUSE_KINDS = ['BREAK', 'RELOAD'] as const

export const BREAK_RECORDS = ['RUNNING', 'ENDED'] as const

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
  /**
   * Set if the driver recorded the break. A recorded break need not be planned. Start and end are then its actual
   * times; the end of a running break is the expected one.
   */
  recorded?: (typeof BREAK_RECORDS)[number]
  /** Minutes after the end of the pause's window. */
  lateMinutes: number
}

/** A pause in its stored format. */
export type StoredPause = Omit<Pause, 'start' | 'end'> & { start: string; end: string }

/**
 * Returns whether a break is still ahead on a route whose last known progress is at `at`. A break that the driver
 * recorded is not. Not all drivers record breaks, so a planned break counts as taken after its planned end. An unplanned
 * break is ahead while it can still begin in its window.
 */
export const isBreakAhead = (
  pauses: readonly Pause[],
  which: number,
  window: { end: Date; minutes: number },
  at: Date,
): boolean => {
  const planned = pauses.find((pause) => pause.kind === 'BREAK' && pause.which === which)
  if (planned?.recorded) return false
  return planned ? planned.end > at : at.getTime() <= window.end.getTime() - window.minutes * 60_000
}

/** Returns the minutes of unpaid pauses, which are neither paid working time nor overtime. */
export const unpaidMinutes = (pauses: readonly Pause[]): number =>
  pauses.reduce((sum, { paid, start, end }) => sum + (paid ? 0 : (end.getTime() - start.getTime()) / 60_000), 0)

/** Returns "Van 1" if the goods are taken over where that vehicle stands, else "Van 1 (Main depot)". */
export const placeOfHandOver = ({ from_route: from, name }: { from_route: string; name: string | null }): string =>
  name === null ? from : `${from} (${name})`

const isRecordedBreak = ({ recorded }: Pause): boolean => recorded !== undefined

export const runningBreak = (pauses: readonly Pause[]): Pause | null =>
  pauses.find(({ recorded }) => recorded === 'RUNNING') ?? null

/** A break of the route's terms, on its day. */
interface BreakWindow {
  which: number
  start: Date
  end: Date
  paid: boolean
}

/** A break this much before its window is the planned one. An earlier break is an additional one. */
const EARLY_BREAK_MS = 30 * 60_000

/**
 * Returns the pauses with a break of the driver that began at `at` and lasts about `minutes`. The break is
 * the next break of `planned` that is not recorded and may begin now. Without such a break, it is an additional paid
 * break. `before` is the sequence of the next stop. A break that is running only gets the new end.
 */
export function withBreakStarted(
  pauses: readonly Pause[],
  planned: readonly BreakWindow[],
  { at, minutes, before }: { at: Date; minutes: number; before: number | null },
): Pause[] {
  const end = new Date(at.getTime() + minutes * 60_000)
  const running = runningBreak(pauses)
  if (running) return pauses.map((pause) => (pause === running ? { ...pause, end } : pause))
  const recorded = pauses.filter(isRecordedBreak)
  const due = planned.find(
    ({ which, start }) =>
      !recorded.some((pause) => pause.which === which) && at.getTime() >= start.getTime() - EARLY_BREAK_MS,
  )
  const additional = recorded.filter(({ which }) => which >= planned.length).length
  const which = due?.which ?? planned.length + additional
  const late = due ? Math.max(0, Math.floor((end.getTime() - due.end.getTime()) / 60_000)) : 0
  return [
    ...pauses.filter((pause) => pause.kind !== 'BREAK' || pause.which !== which),
    {
      kind: 'BREAK',
      which,
      start: at,
      end,
      before,
      paid: due?.paid ?? true,
      recorded: 'RUNNING',
      lateMinutes: late,
    },
  ]
}

/** Returns the pauses with the running break ended at `at`. Without a running break, nothing changes. */
export const withBreakEnded = (pauses: readonly Pause[], at: Date): Pause[] =>
  pauses.map((pause) =>
    pause.recorded === 'RUNNING' ? { ...pause, recorded: 'ENDED', end: at > pause.start ? at : pause.start } : pause,
  )

/**
 * Returns the pauses with the running break ended by the first of `events` after its start, because drivers may forget to
 * end it.
 */
export function withBreakOver(pauses: readonly Pause[], events: readonly (Date | null)[]): Pause[] {
  const running = runningBreak(pauses)
  const after = events.flatMap((at) => (at && running && at > running.start ? [at.getTime()] : []))
  return after.length > 0 ? withBreakEnded(pauses, new Date(Math.min(...after))) : [...pauses]
}

/** Returns the recorded breaks in epoch seconds. A running break lasts until its expected end, or longer until `now`. */
export const breaksTaken = (pauses: readonly Pause[], now: Date): { start: number; end: number }[] =>
  pauses.filter(isRecordedBreak).map(({ start, end, recorded }) => ({
    start: start.getTime() / 1000,
    end: Math.max(end.getTime(), recorded === 'RUNNING' ? now.getTime() : 0) / 1000,
  }))

/** Returns the seconds of these breaks that lie between two times. */
export const breakSecondsBetween = (
  breaks: readonly { start: number; end: number }[],
  from: number,
  to: number,
): number => breaks.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0)
