// Reconstructs the course of a route from the history of its stops: as planned at dispatch, and as driven.
import { type Entry, knownAt } from './history.ts'
import type { Course, Visit } from './lateness.ts'

export type RouteEntry = Entry & { kind: 'ROUTE'; record_uuid: string; state: PlayedRoute | null }
export type StopEntry = Entry & { kind: 'STOP'; record_uuid: string; state: PlayedStop | null }
export type PlayedEntry = RouteEntry | StopEntry

interface PlayedRoute {
  planned_start: string | null
  dispatched_at: string | null
  started_at: string | null
}

interface PlayedStop {
  status: string
  route_uuid: string
  order_uuid: string
  service_minutes: number
  planned_arrival: string
  planned_departure: string
  arrived_at: string | null
  finished_at: string | null
}

type PlayedVisit = PlayedStop & { stopId: string }

const MINUTE = 60_000

/**
 * Returns the planned and the actual course of a route. Null if the route was not dispatched, or if its plan at
 * dispatch is unknown.
 */
export function coursesOf(
  entries: readonly PlayedEntry[],
  routeId: string,
  until: Date,
  /** Returns the earliest start of service of an order. */
  opens: (orderId: string) => number | null,
): { planned: Course; actual: Course } | null {
  const known = entries.filter(({ at }) => new Date(at) <= until)
  const route = known.findLast(
    (entry): entry is RouteEntry => entry.record_uuid === routeId && entry.state !== null,
  )?.state
  if (!route?.dispatched_at || !route.planned_start) return null
  const sent = known.findIndex(
    (entry) =>
      entry.record_uuid === routeId && entry.kind === 'ROUTE' && entry.state?.dispatched_at === route.dispatched_at,
  )
  const stopsOf = (some: readonly PlayedEntry[]): PlayedVisit[] =>
    [...knownAt(some, ({ record_uuid }) => record_uuid, null).values()].flatMap(
      ({ kind, record_uuid: stopId, state }) =>
        kind === 'STOP' && state?.route_uuid === routeId ? [{ ...state, stopId }] : [],
    )
  const plannedVisits = stopsOf(known.slice(0, sent + 1))
    .map(plannedVisit)
    .sort(byArrival)
  const begin = Date.parse(route.planned_start)
  const start = route.started_at ? Date.parse(route.started_at) : begin
  return {
    planned: courseOf(begin, plannedVisits),
    actual: courseOf(start, drivenVisits(stopsOf(known), start, opens)),
  }
}

const byArrival = (a: Visit, b: Visit): number => a.arrival - b.arrival || a.departure - b.departure

/** The last stop determines the lateness of a route, because the drive back is not recorded. */
const courseOf = (start: number, visits: readonly Visit[]): Course => ({
  start,
  visits,
  end: visits.at(-1)?.departure ?? null,
})

function plannedVisit({ stopId, planned_arrival, planned_departure, service_minutes }: PlayedVisit): Visit {
  const [arrival, departure] = [Date.parse(planned_arrival), Date.parse(planned_departure)]
  return { stopId, arrival, departure, begin: within(departure - service_minutes * MINUTE, arrival, departure) }
}

/** Returns the visits in the order in which they were made. A stop that was skipped without a visit doesn't count. */
function drivenVisits(
  stops: readonly PlayedVisit[],
  start: number,
  opens: (orderId: string) => number | null,
): Visit[] {
  const made = stops
    .flatMap(({ arrived_at, finished_at, ...stop }) => {
      const arrived = arrived_at ? Date.parse(arrived_at) : null
      const finished = finished_at ? Date.parse(finished_at) : null
      const departure = finished ?? arrived
      return departure === null || (arrived === null && stop.status === 'SKIPPED')
        ? []
        : [{ ...stop, arrived, departure }]
    })
    .sort((a, b) => a.departure - b.departure || (a.arrived ?? 0) - (b.arrived ?? 0))
  let left = start
  return made.map(({ stopId, order_uuid, service_minutes, arrived, departure }) => {
    // If only the outcome was tapped, the visit is assumed to have lasted as long as planned.
    const arrival = arrived ?? Math.max(Math.min(left, departure), departure - service_minutes * MINUTE)
    left = departure
    return { stopId, arrival, departure, begin: within(opens(order_uuid) ?? arrival, arrival, departure) }
  })
}

const within = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most))
