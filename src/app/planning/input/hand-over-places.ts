// Finds the locations where vehicles hand over their goods to others, because they can't continue or go home.
import { text } from '../../../texts/text.ts'
import type { ReplanBody } from '../../../contract/replan.ts'
import type { Point } from '../../../domain/orders/order.ts'
import { endsOf } from '../../../domain/routes/terms.ts'
import type { Depot } from '../../../store/fleet/fleet.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { AppError, invalid, notFoundAt } from '../../errors.ts'
import type { DatedDay } from '../compile/planned-day.ts'
import { currentPosition } from '../../routes/retime.ts'
import type { PlannedHandOver } from './vans.ts'

const LOOKING_UP_MS = 2_000
const DEFAULT_MINUTES = 10

/** Locations keyed by their address in the request. */
export type FoundPlaces = ReadonlyMap<string, Point>

/**
 * Before the transaction: geocodes the addresses of hand-overs. Throws a 400 that names the field if an address is not
 * found.
 */
export async function findPlaces(ctx: Context, { hand_over = [] }: ReplanBody): Promise<FoundPlaces> {
  const found = new Map<string, Point>()
  for (const [i, { address }] of hand_over.entries()) {
    if (address === null || found.has(address)) continue
    const answer = await ctx.geocoder.find(address, AbortSignal.timeout(LOOKING_UP_MS)).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'no response from the geocoder for a hand-over')
      return null
    })
    if (!answer?.found)
      throw invalid(
        `hand_over.${i}.address`,
        answer ? 'is not found on the map' : 'can’t be looked up now; use lat and lng instead',
      )
    found.set(address, answer.point)
  }
  return found
}

interface HandOverContext {
  route: Route
  stops: readonly StopRead[]
  /** The vehicle's last reported position, however old it is. */
  seen: { lat: number; lng: number; at: Date } | undefined
  day: DatedDay
  depots: readonly Depot[]
  found: FoundPlaces
}

/**
 * Returns the hand-over that the body requests for this route, or null. The goods are available at the requested time,
 * but not before now. If the driver goes home, they are available at the end of the route, and not before the driver's
 * arrival there.
 */
export function handOverFrom(ctx: Context, body: ReplanBody, giving: HandOverContext): PlannedHandOver | null {
  const { route, day } = giving
  const i = body.hand_over?.findIndex(({ route_uuid }) => route_uuid === route.routeId) ?? -1
  const asked = body.hand_over?.[i]
  if (!asked) return null
  const field = `hand_over.${i}`
  if (route.status !== 'IN_PROGRESS')
    throw new AppError(
      'conflict',
      'NOTHING_LOADED',
      text('{route} has not started: its goods are at the depot.', { route: route.name }),
      {
        fields: [`${field}.route_uuid`],
      },
    )
  const home = body.going_home?.find(({ route_uuid }) => route_uuid === route.routeId)
  const place = home ? routeEndPlace(giving, field) : placeOf(ctx, asked, giving, field)
  const from = [
    ctx.now,
    ...[asked.from, home?.at].flatMap((time) => (time ? ctx.calendar.instantOf(route.day, time) : [])),
  ]
  const latest = new Date(Math.max(...from.map((time) => time.getTime())))
  return {
    ...place,
    routeId: route.routeId,
    by: route.name,
    from: latest.toISOString(),
    ready: day.secondsOf(latest),
    minutes: asked.minutes ?? DEFAULT_MINUTES,
  }
}

type Place = Pick<PlannedHandOver, 'name' | 'lat' | 'lng'>

/** Returns the end of the route. A driver who goes home takes the goods along, so the hand-over is there. */
function routeEndPlace({ route }: HandOverContext, field: string): Place {
  const { end } = endsOf(route)
  if (!end) throw invalid(`${field}.route_uuid`, 'ends at its last stop, where other drivers can’t take over its goods')
  return { name: end.name, lat: end.lat, lng: end.lng }
}

function placeOf(
  ctx: Context,
  asked: NonNullable<ReplanBody['hand_over']>[number],
  { route, stops, seen, depots, found }: HandOverContext,
  field: string,
): Place {
  const { lat, lng, address, depot_uuid } = asked
  if (lat !== null && lng !== null) return { name: null, lat, lng }
  if (address !== null) return { name: address, ...(found.get(address) as Point) }
  if (depot_uuid !== null) {
    const depot = depots.find(({ depotId }) => depotId === depot_uuid)
    if (!depot) throw notFoundAt(`${field}.depot_uuid`, 'depot with that uuid')
    return { name: depot.name, lat: depot.lat, lng: depot.lng }
  }
  const known = stops.some(({ arrivedAt, finishedAt, point }) => (arrivedAt ?? finishedAt) && point)
  if (!seen && !known)
    throw new AppError(
      'conflict',
      'PLACE_UNKNOWN',
      text('The location of {route} is unknown; enter it.', { route: route.name }),
      { fields: [`${field}.lat`] },
    )
  const last = lastPlace(ctx, route, stops, seen)
  return { name: null, lat: last.lat, lng: last.lng }
}

/**
 * Returns the vehicle's last known location: its reported position, or the last finished stop if that is more recent.
 */
export function lastPlace(
  ctx: Context,
  route: Route,
  stops: readonly StopRead[],
  seen: HandOverContext['seen'],
): Point {
  const last = Math.max(0, ...stops.map(({ finishedAt }) => finishedAt?.getTime() ?? 0))
  const newer = seen && seen.at.getTime() >= last ? { point: { lat: seen.lat, lng: seen.lng }, at: seen.at } : null
  return currentPosition(ctx, route, stops, newer).from
}
