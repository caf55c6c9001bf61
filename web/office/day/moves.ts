// Moves by hand, made on the versions that are on the screen, and what puts them back.
import type { DayOut, DayRoute, DayStop, MovesOut } from '../../../src/contract/office/day.ts'
import { call } from '../../api/client.ts'
import { words } from '../../words/locale.ts'
import type { Step } from './history.ts'

export interface Move {
  order_uuids: string[]
  to: { route_uuid: string; position: number } | null
}

const versionsOf = (day: DayOut): Record<string, string> =>
  Object.fromEntries(day.routes.map((route) => [route.route_uuid, route.version]))

export const previewMoves = (day: DayOut, moves: Move[], signal: AbortSignal): Promise<MovesOut> =>
  call('POST /moves', { body: { moves, versions: versionsOf(day), preview: true }, signal })

/** `before` is the day that is to be again, where moves are taken back: with the loads that it had. */
export async function makeMoves(day: DayOut, moves: Move[], before?: DayOut): Promise<string[]> {
  const trips = before && tripsOf(before, day, moves)
  const body = { moves, versions: versionsOf(day), preview: false, ...(trips && { trips }) }
  return warningsOf(await call('POST /moves', { body }))
}

/** Of all stops of the routes touched; null where they have one load, then and now. */
function tripsOf(before: DayOut, now: DayOut, moves: readonly Move[]): Record<string, number> | null {
  const moved = new Set(moves.flatMap(({ order_uuids }) => order_uuids))
  const targets = new Set(moves.flatMap(({ to }) => to?.route_uuid ?? []))
  const touched = ({ routes }: DayOut): DayStop[] =>
    routes
      .filter(({ route_uuid: id, stops }) => targets.has(id) || stops.some((stop) => moved.has(stop.order_uuid)))
      .flatMap(({ stops }) => stops)
  if (![...touched(before), ...touched(now)].some(({ trip }) => trip > 1)) return null
  return Object.fromEntries(touched(before).map(({ order_uuid: id, trip }) => [id, trip]))
}

/** `latest` is the day as the screen has it when the step is taken. */
export function moveStep(latest: () => DayOut, moves: Move[]): Step {
  const before = latest()
  const count = moves.reduce((sum, { order_uuids }) => sum + order_uuids.length, 0)
  const back = movesBack(before, moves)
  return {
    label: words.day.moved(count),
    forth: () => makeMoves(latest(), moves),
    back: () => makeMoves(latest(), back, before),
  }
}

/** The vehicle loading again before a stop, or no longer. */
export function loadAgainStep(latest: () => DayOut, stop: DayStop, again: boolean): Step {
  const load = async (to: boolean, trips: Record<string, number> | null): Promise<string[]> => {
    const body = {
      moves: [],
      load_again: { order_uuid: stop.order_uuid, again: to },
      versions: versionsOf(latest()),
      preview: false,
      ...(trips && { trips }),
    }
    return warningsOf(await call('POST /moves', { body }))
  }
  const route = latest().routes.find(({ stops }) => stops.some(({ order_uuid }) => order_uuid === stop.order_uuid))
  const before = Object.fromEntries((route?.stops ?? []).map(({ order_uuid, trip }) => [order_uuid, trip]))
  return {
    label: again ? words.day.loadsBefore(stop.address.line1) : words.day.noLoadBefore(stop.address.line1),
    forth: () => load(again, null),
    back: () => load(!again, before),
  }
}

const warningsOf = ({ routes }: MovesOut): string[] =>
  routes.flatMap((route) => route.warnings.map(({ message }) => words.day.warned(route.name, message)))

/** Where a drop lands among the route's other stops. */
export function positionAt(
  route: DayRoute,
  dragged: readonly string[],
  target: { key: string; dropPosition: 'before' | 'after' | 'on' },
): number {
  const at = route.stops.findIndex((stop) => stop.order_uuid === target.key)
  const until = target.dropPosition === 'before' ? at : at + 1
  return route.stops.slice(0, until).filter((stop) => !dragged.includes(stop.order_uuid)).length
}

/** The moves that put everything moved back where it is now, first places first. */
export function movesBack(day: DayOut, moves: readonly Move[]): Move[] {
  const moved = new Set(moves.flatMap(({ order_uuids }) => order_uuids))
  const pooled = day.pool.filter((order) => moved.has(order.order_uuid)).map((order) => order.order_uuid)
  const onRoutes = day.routes.flatMap((route) =>
    route.stops.flatMap((stop, position) =>
      moved.has(stop.order_uuid)
        ? [{ order_uuids: [stop.order_uuid], to: { route_uuid: route.route_uuid, position } }]
        : [],
    ),
  )
  return [...(pooled.length > 0 ? [{ order_uuids: pooled, to: null }] : []), ...onRoutes]
}

/** Whether a delivery may be picked up at all; the server judges the rest. */
export function pickUpReason(stop: DayStop | null | undefined): string | null {
  if (!stop) return null
  if (stop.locked) return words.day.isLocked
  if (stop.status !== 'PENDING' && stop.status !== 'EN_ROUTE') return words.day.alreadyThere
  return null
}
