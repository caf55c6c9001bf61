// Placement of breaks on a route: on the way to a stop, or while waiting at the stop. Times are in seconds; all use the
// same clock.
import { lateSeconds, serviceStart, type TimedStop, wayTo } from './serving.ts'

/**
 * A break that is taken completely within its window. The break is due if the route is still under way at the latest
 * start of the break. Lists of breaks are sorted by window.
 */
export interface DueBreak {
  /** Index of the break on the route. */
  which: number
  start: number
  end: number
  seconds: number
}

/** A break with its actual times. It is late if its window can't be met. */
export interface TakenBreak {
  start: number
  end: number
  lateSeconds: number
  of: DueBreak
}

export interface Way {
  /** Arrival at the location, and the time at which the breaks on this way are also over. */
  arrived: number
  rested: number
  rests: TakenBreak[]
  /** Start of loading, if the load has a known ready time. */
  loads?: number
}

/** Places breaks on or after a drive of `seconds`, each as early as its window allows. */
export function placeBreaksOnWay(leaves: number, seconds: number, breaks: readonly DueBreak[]): Way {
  let free = leaves
  let left = seconds
  let arrived = left === 0 ? leaves : null
  const rests = breaks.map((one): TakenBreak => {
    const start = Math.max(one.start, free)
    const driven = Math.min(left, start - free)
    left -= driven
    if (left === 0) arrived ??= free + driven
    free = start + one.seconds
    return { start, end: free, lateSeconds: Math.max(0, free - one.end), of: one }
  })
  return { arrived: arrived ?? free + left, rested: free + left, rests }
}

/**
 * State after a stop and the breaks so far: total lateness, the time when the vehicle is free, and the number of breaks
 * taken before.
 */
interface State {
  late: number
  free: number
  from: number
}

/**
 * Places breaks on the way to a stop, through the depot if the vehicle reloads. At the depot, the vehicle waits for a
 * load that isn't ready. Breaks before loading are on the way to the depot or during that wait. Only loading ends the
 * wait.
 */
export function restOnWay(leaves: number, stop: TimedStop, breaks: readonly DueBreak[]): Way {
  const { reload } = stop
  if (reload?.ready === undefined) return placeBreaksOnWay(leaves, wayTo(stop), breaks)
  let best: Way | null = null
  for (let split = 0; split <= breaks.length; split++) {
    const there = placeBreaksOnWay(leaves, reload.drive, breaks.slice(0, split))
    const loads = Math.max(reload.ready, there.rested)
    const on = placeBreaksOnWay(loads, wayTo(stop) - reload.drive, breaks.slice(split))
    const way = { ...on, loads, rests: [...there.rests, ...on.rests] }
    if (!best || isBetter(stateAt(way), stateAt(best))) best = way
  }
  return best as Way
}

const lateOf = (rests: readonly TakenBreak[]): number => rests.reduce((sum, rest) => sum + rest.lateSeconds, 0)

const stateAt = ({ rested, rests }: Way): State => ({ late: lateOf(rests), free: rested, from: 0 })

/**
 * Returns the time at which `seconds` of a way are done, including the breaks on it. Breaks that begin exactly then are
 * still ahead.
 */
export const doneAt = (leaves: number, seconds: number, rests: readonly TakenBreak[]): number =>
  rests.reduce((at, { start, end }) => (start < at ? at + end - start : at), leaves + seconds)

/**
 * Returns the number of breaks that are over at each stop's service, and at the end. Minimizes lateness first, then the
 * end of the route. A break can be omitted only if the route is over by the latest start of the break.
 */
export function bestRests(
  departure: number,
  stops: readonly TimedStop[],
  driveToEnd: number,
  breaks: readonly DueBreak[],
): number[] {
  if (breaks.length === 0) return []
  const rows: (State | null)[][] = [[{ late: 0, free: departure, from: 0 }]]
  const reach = (before: readonly (State | null)[], to: number, stop: TimedStop | null) => {
    let best: State | null = null
    for (const [from, state] of before.entries()) {
      if (!state || from > to) continue
      const due = breaks.slice(from, to)
      const { rested, rests } = stop ? restOnWay(state.free, stop, due) : placeBreaksOnWay(state.free, driveToEnd, due)
      const late = state.late + lateOf(rests)
      const reached = stop
        ? { late: late + lateSeconds(stop, rested), free: serviceStart(stop, rested) + stop.service, from }
        : { late, free: rested, from }
      if (!best || isBetter(reached, best)) best = reached
    }
    return best
  }
  for (const stop of stops) {
    const before = rows.at(-1) ?? []
    rows.push(Array.from({ length: breaks.length + 1 }, (_, to) => reach(before, to, stop)))
  }
  const last = rows.at(-1) ?? []
  let end: { state: State; taken: number } | null = null
  for (let taken = 0; taken <= breaks.length; taken++) {
    const state = reach(last, taken, null)
    if (!state || breaks.slice(taken).some((due) => state.free > due.end - due.seconds)) continue
    if (!end || isBetter(state, end.state)) end = { state, taken }
  }
  const taken = [end?.taken ?? breaks.length]
  let from = end?.state.from ?? 0
  for (let i = stops.length; i > 0; i--) {
    taken.unshift(from)
    from = rows[i]?.[from]?.from ?? 0
  }
  return taken
}

const SAME = 1e-6

const isBetter = (a: State, b: State): boolean =>
  a.late < b.late - SAME || (a.late <= b.late + SAME && a.free < b.free - SAME)
