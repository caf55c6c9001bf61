// Explains why a stop or the end of a route is later than planned: causes in whole minutes that sum to the lateness
// (docs/spec/routes.md#why-a-stop-was-late).

export const LATE_CAUSES = ['LEFT', 'DRIVE', 'WAIT', 'SERVICE', 'ADDED', 'REMOVED'] as const
export type LateCause = (typeof LATE_CAUSES)[number]

/** A planned or actual stop, in the order of its route. Instants are in milliseconds. */
export interface Visit {
  stopId: string
  arrival: number
  departure: number
  /** Start of service, after any wait for the window. */
  begin: number
}

export interface Course {
  start: number
  visits: readonly Visit[]
  /** End of the route; in `coursesOf`, the departure from the last visit. Null if there is none. */
  end: number | null
}

export interface Lateness {
  /** Minutes later than planned. Negative: earlier. */
  minutes: number
  /** Causes other than 0, greatest first. A negative cause reduced the lateness. */
  causes: { cause: LateCause; minutes: number }[]
}

const MINUTE = 60_000

/**
 * Explains the lateness of the stop's arrival, or of the end if `stopId` is null. Null if either course doesn't reach
 * it.
 */
export function latenessOf(planned: Course, actual: Course, stopId: string | null): Lateness | null {
  const [plan, real] = [partsUntilArrival(planned, stopId), partsUntilArrival(actual, stopId)]
  if (!plan || !real) return null
  const sums = { LEFT: real.start - plan.start, DRIVE: 0, WAIT: 0, SERVICE: 0, ADDED: 0, REMOVED: 0 }
  for (const [id, now] of real.parts) {
    const then = plan.parts.get(id)
    if (then) {
      sums.DRIVE += now.drive - then.drive
      sums.WAIT += now.wait - then.wait
      sums.SERVICE += now.service - then.service
    } else sums.ADDED += now.drive + now.wait + now.service
  }
  for (const [id, then] of plan.parts) if (!real.parts.has(id)) sums.REMOVED -= then.drive + then.wait + then.service
  const minutes = Math.round((real.at - plan.at) / MINUTE) || 0
  return { minutes, causes: inWholeMinutes(sums, minutes) }
}

interface Parts {
  drive: number
  wait: number
  service: number
}

/** Splits the time up to the arrival into its parts, keyed by stop. */
function partsUntilArrival({ start, visits, end }: Course, stopId: string | null) {
  const count = stopId === null ? visits.length : visits.findIndex((visit) => visit.stopId === stopId)
  const at = stopId === null ? end : (visits[count]?.arrival ?? null)
  if (at === null || count < 0) return null
  const parts = new Map<string, Parts>()
  let left = start
  for (const { stopId: id, arrival, begin, departure } of visits.slice(0, count)) {
    parts.set(id, { drive: arrival - left, wait: begin - arrival, service: departure - begin })
    left = departure
  }
  parts.set(stopId ?? '', { drive: at - left, wait: 0, service: 0 })
  return { start, at, parts }
}

/** Rounds the causes so that they sum to `whole`. Causes with the largest remainder are rounded up first. */
function inWholeMinutes(sums: Readonly<Record<LateCause, number>>, whole: number): Lateness['causes'] {
  const causes = LATE_CAUSES.map((cause) => {
    const exact = sums[cause] / MINUTE
    return { cause, minutes: Math.floor(exact), rest: exact - Math.floor(exact) }
  })
  let missing = whole - causes.reduce((sum, { minutes }) => sum + minutes, 0)
  for (const one of causes.toSorted((a, b) => b.rest - a.rest)) {
    if (missing <= 0) break
    one.minutes++
    missing--
  }
  return causes
    .filter(({ minutes }) => minutes !== 0)
    .map(({ cause, minutes }) => ({ cause, minutes }))
    .sort((a, b) => b.minutes - a.minutes)
}
