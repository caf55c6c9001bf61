// Manual moves, sent with the route versions that the screen shows.
import type { MovesOut } from '../../../src/contract/manual-planning.ts'
import type { DayOut, DayRoute, DayStop } from '../../../src/contract/day.ts'
import { call } from '../../api/client.ts'
import { queryKeyOf } from '../../api/query.ts'
import { words } from '../../words/locale.ts'
import type { Step } from './history.ts'

/** Splits a route, merges it with another one, or swaps the stops of both. */
export interface Regroup {
  kind: 'SPLIT' | 'MERGE' | 'SWAP'
  route: DayRoute
  /** First stop of the part that moves, if a route is split. */
  from?: string
}

export interface Move {
  order_uuids: string[]
  to: { route_uuid: string; position: number } | null
}

/** Deliveries that would start a route of a vehicle without one. */
export interface NewRoute {
  vehicle_uuid: string
  order_uuids: string[]
}

const versionsOf = (day: DayOut): Record<string, string> =>
  Object.fromEntries(day.routes.map((route) => [route.route_uuid, route.version]))

export interface MovesPreview {
  moves?: Move[]
  newRoute?: NewRoute
}

/** Query for the effect of moves, which are not made. */
export const previewQuery = (day: DayOut, { moves = [], newRoute }: MovesPreview) => ({
  queryKey: [
    ...queryKeyOf('POST /moves'),
    day.date,
    moves,
    newRoute,
    day.routes.map(({ version }) => version),
  ] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<MovesOut> =>
    call('POST /moves', {
      body: {
        moves,
        ...(newRoute && { new_route: { date: day.date, ...newRoute } }),
        versions: versionsOf(day),
        preview: true,
      },
      signal,
    }),
  retry: false,
  staleTime: 10_000,
})

export async function makeMoves(day: DayOut, moves: Move[]): Promise<string[]> {
  return warningsOf(await call('POST /moves', { body: { moves, versions: versionsOf(day), preview: false } }))
}

/** Returns the undoable step of these moves. `latest` returns the day as last read, at the time of the step. */
export function moveStep(latest: () => DayOut, moves: Move[]): Step {
  const count = moves.reduce((sum, { order_uuids }) => sum + order_uuids.length, 0)
  return { label: words.day.moved(count), make: () => makeMoves(latest(), moves) }
}

/** Adds or removes a reload before a stop. */
export const reloadStep = (latest: () => DayOut, stop: DayStop, again: boolean): Step => ({
  label: again ? words.day.loadsBefore(stop.address.line1) : words.day.noLoadBefore(stop.address.line1),
  make: async () => {
    const load_again = { order_uuid: stop.order_uuid, again }
    const body = { moves: [], load_again, versions: versionsOf(latest()), preview: false }
    return warningsOf(await call('POST /moves', { body }))
  },
})

const warningsOf = ({ routes }: MovesOut): string[] =>
  routes.flatMap((route) =>
    // Omit the warning about a silent phone, because the dispatcher has already confirmed it.
    route.warnings.filter(({ code }) => code !== 'SILENT').map(({ message }) => words.day.warned(route.name, message)),
  )

/** Returns the position of a drop among the route's other stops. */
export function positionAt(
  route: DayRoute,
  dragged: readonly string[],
  target: { key: string; dropPosition: 'before' | 'after' | 'on' },
): number {
  const at = route.stops.findIndex((stop) => stop.order_uuid === target.key)
  const until = target.dropPosition === 'before' ? at : at + 1
  return route.stops.slice(0, until).filter((stop) => !dragged.includes(stop.order_uuid)).length
}

/** Returns why a stop can't be picked up, or null. The server checks all other conditions. */
export function unmovableReason(stop: DayStop | null | undefined): string | null {
  if (!stop) return null
  if (stop.locked) return words.day.isLocked
  if (stop.status !== 'PENDING' && stop.status !== 'EN_ROUTE') return words.day.alreadyThere
  return null
}
