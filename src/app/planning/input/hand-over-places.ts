// Where the goods of a vehicle that drives no further, or whose driver goes home, are handed over to others.
import type { ReplanBody } from '../../../contract/replan.ts'
import type { Point } from '../../../domain/orders/order.ts'
import { endsOf } from '../../../domain/routes/terms.ts'
import type { Depot } from '../../../store/fleet/fleet.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { DatedDay } from '../compile/planned-day.ts'
import { standing } from '../../routes/retime.ts'
import type { PlannedHandOver } from './vans.ts'

const LOOKING_UP_MS = 2_000
const DEFAULT_MINUTES = 10

/** By address, as it was asked. */
export type FoundPlaces = ReadonlyMap<string, Point>

/** Gather: the places of addresses, or a 400 that names the field. */
export async function findPlaces(ctx: Context, { hand_over = [] }: ReplanBody): Promise<FoundPlaces> {
  const found = new Map<string, Point>()
  for (const [i, { address }] of hand_over.entries()) {
    if (address === null || found.has(address)) continue
    const answer = await ctx.geocoder.find(address, AbortSignal.timeout(LOOKING_UP_MS)).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'the geocoder did not answer for a hand-over')
      return null
    })
    if (!answer?.found)
      throw wrong(
        `hand_over.${i}.address`,
        answer ? 'is not found on the map' : 'can’t be looked up now; name the place by lat and lng',
      )
    found.set(address, answer.point)
  }
  return found
}

interface Giving {
  route: Route
  stops: readonly StopRead[]
  /** Where it was seen last, however long ago. */
  seen: { lat: number; lng: number; at: Date } | undefined
  day: DatedDay
  depots: readonly Depot[]
  found: FoundPlaces
}

/** Of the route, if it hands anything over. Goods are there at the time given, or now; of who goes home, once home. */
export function handOverFrom(ctx: Context, body: ReplanBody, giving: Giving): PlannedHandOver | null {
  const { route, day } = giving
  const i = body.hand_over?.findIndex(({ route_uuid }) => route_uuid === route.routeId) ?? -1
  const asked = body.hand_over?.[i]
  if (!asked) return null
  const field = `hand_over.${i}`
  if (route.status !== 'IN_PROGRESS')
    throw new AppError('conflict', 'NOTHING_LOADED', `${route.name} has not started: its goods are at the depot.`, {
      fields: [`${field}.route_uuid`],
    })
  const home = body.going_home?.find(({ route_uuid }) => route_uuid === route.routeId)
  const place = home ? homeOf(giving, field) : placeOf(ctx, asked, giving, field)
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
    ready: (latest.getTime() - day.instantAt(0).getTime()) / 1000,
    minutes: asked.minutes ?? DEFAULT_MINUTES,
  }
}

type Place = Pick<PlannedHandOver, 'name' | 'lat' | 'lng'>

/** Who goes home has the goods there. */
function homeOf({ route }: Giving, field: string): Place {
  const { end } = endsOf(route)
  if (!end) throw wrong(`${field}.route_uuid`, 'ends at its last stop, where nobody can take goods over')
  return { name: end.name, lat: end.lat, lng: end.lng }
}

function placeOf(
  ctx: Context,
  asked: NonNullable<ReplanBody['hand_over']>[number],
  { route, stops, seen, depots, found }: Giving,
  field: string,
): Place {
  const { lat, lng, address, depot_uuid } = asked
  if (lat !== null && lng !== null) return { name: null, lat, lng }
  if (address !== null) return { name: address, ...(found.get(address) as Point) }
  if (depot_uuid !== null) {
    const depot = depots.find(({ depotId }) => depotId === depot_uuid)
    if (!depot)
      throw new AppError('missing', 'NOT_FOUND', 'There is no depot with that uuid for this business.', {
        fields: [`${field}.depot_uuid`],
      })
    return { name: depot.name, lat: depot.lat, lng: depot.lng }
  }
  const known = stops.some(({ arrivedAt, finishedAt, point }) => (arrivedAt ?? finishedAt) && point)
  if (!seen && !known)
    throw new AppError('conflict', 'PLACE_UNKNOWN', `Nobody knows where ${route.name} stands; say where it is.`, {
      fields: [`${field}.lat`],
    })
  const last = stops.reduce((latest, { finishedAt }) => Math.max(latest, finishedAt?.getTime() ?? 0), 0)
  const newer = seen && seen.at.getTime() >= last ? { point: seen, at: seen.at } : null
  const { from } = standing(ctx, route, stops, newer)
  return { name: null, lat: from.lat, lng: from.lng }
}

function wrong(field: string, message: string): AppError {
  return new AppError('invalid', 'INVALID', `${field} ${message}.`, {
    fields: [field],
    details: { errors: [{ field, message }] },
  })
}
