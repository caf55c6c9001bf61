// Where on a route its breaks are taken: on the way to a stop, or waiting there. Times are seconds on one clock.
import { lateSeconds, serviceStart, type TimedStop, wayTo } from './serving.ts'

/** A break: taken whole inside its window, and due once the route is out at its latest start. In order of their windows. */
export interface DueBreak {
  /** Which of the route's breaks it is. */
  which: number
  start: number
  end: number
  seconds: number
}

/** A break as it is taken; late where its window can't be met. */
export interface Rest {
  start: number
  end: number
  lateSeconds: number
  of: DueBreak
}

export interface Way {
  /** When the place is reached, and when the breaks are over there, too. */
  arrived: number
  rested: number
  rests: Rest[]
  /** When a load begins to be loaded that is ready at a known time. */
  loads?: number
}

/** A way that takes so long, with these breaks on it or after it, each as early as its window has it. */
export function restOn(leaves: number, seconds: number, breaks: readonly DueBreak[]): Way {
  let free = leaves
  let left = seconds
  let arrived = left === 0 ? leaves : null
  const rests = breaks.map((one): Rest => {
    const start = Math.max(one.start, free)
    const driven = Math.min(left, start - free)
    left -= driven
    if (left === 0) arrived ??= free + driven
    free = start + one.seconds
    return { start, end: free, lateSeconds: Math.max(0, free - one.end), of: one }
  })
  return { arrived: arrived ?? free + left, rested: free + left, rests }
}

/** After a stop, with the breaks so far: what was late by then, when the vehicle is free, and how many were taken before. */
interface State {
  late: number
  free: number
  from: number
}

/**
 * To a stop, by way of the depot where the vehicle reloads. A load that is not ready yet is waited for there: breaks
 * before its loading lie on the way to the depot or in that wait, and only loading ends the wait.
 */
export function restOnWay(leaves: number, stop: TimedStop, breaks: readonly DueBreak[]): Way {
  const { reload } = stop
  if (reload?.ready === undefined) return restOn(leaves, wayTo(stop), breaks)
  let best: Way | null = null
  for (let split = 0; split <= breaks.length; split++) {
    const there = restOn(leaves, reload.drive, breaks.slice(0, split))
    const loads = Math.max(reload.ready, there.rested)
    const on = restOn(loads, wayTo(stop) - reload.drive, breaks.slice(split))
    const way = { ...on, loads, rests: [...there.rests, ...on.rests] }
    if (!best || isBetter(stateAt(way), stateAt(best))) best = way
  }
  return best as Way
}

const lateOf = (rests: readonly Rest[]): number => rests.reduce((sum, rest) => sum + rest.lateSeconds, 0)

const stateAt = ({ rested, rests }: Way): State => ({ late: lateOf(rests), free: rested, from: 0 })

/** When so much of a way is done, with the breaks on it; those that begin just then are still to come. */
export const doneAt = (leaves: number, seconds: number, rests: readonly Rest[]): number =>
  rests.reduce((at, { start, end }) => (start < at ? at + end - start : at), leaves + seconds)

/**
 * How many of the breaks are over when each stop is served, and at the end: so that as little as can be is late, and the
 * route is then over early. Only breaks that the route is back for need not be taken.
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
      const { rested, rests } = stop ? restOnWay(state.free, stop, due) : restOn(state.free, driveToEnd, due)
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
