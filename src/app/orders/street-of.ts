// Hours at which vehicles may enter the streets of deliveries, for people and programs that read them.
import type { StreetOut } from '../../contract/street.ts'
import type { Costing } from '../../domain/planning/costing.ts'
import { type RoadVehicle, roadVehicleKey } from '../../domain/planning/road-vehicle.ts'
import type { Point } from '../../domain/orders/order.ts'
import {
  overlap,
  type StreetHours,
  streetSpans,
  toWindows,
  weekdayOf,
  windowMinutes,
} from '../../domain/planning/street-hours.ts'
import type { WeekHours } from '../../domain/planning/week-hours.ts'
import { timeOf } from '../../domain/time-of-day.ts'
import type { Windowed } from '../../domain/planning/windows.ts'
import { hoursInWords } from '../../engine/constraints/street-hours.ts'
import type { Route } from '../../store/routes/routes.ts'
import { text } from '../../texts/text.ts'
import type { Context } from '../context.ts'

/** Maximum wait for the hours. Without them, the response has no street. */
const BUDGET_MS = 1_000
const LAST_MINUTE = 24 * 60 - 1

export interface PlaceOnDay extends Windowed {
  point: Point | null
  /** Day as yyyy-MM-dd. */
  day: string
}

/** Hours of a street that is open only at some hours of the day. */
export interface LimitedStreet {
  spans: WeekHours
  street: StreetOut
}

type StopOnDay = Omit<PlaceOnDay, 'day'> & { stopId: string }

/** Returns the streets of stops that are open to the vehicle of their route only at some hours of its day, by stop ID. */
export async function streetsOfStops(
  ctx: Context,
  routes: readonly { route: Pick<Route, 'day' | 'costing' | 'terms'>; stops: readonly StopOnDay[] }[],
): Promise<ReadonlyMap<string, LimitedStreet>> {
  const places = routes.flatMap(({ route: { day, costing, terms }, stops }) => {
    const vehicle: RoadVehicle = { costing, ...(terms?.size && { size: terms.size }) }
    return stops.map((stop) => ({ stop, day, vehicle }))
  })
  const byVehicle = Map.groupBy(places, ({ vehicle }) => roadVehicleKey(vehicle))
  const found = await Promise.all(
    [...byVehicle.values()].map(async (own) => {
      const { vehicle } = own[0]!
      const hours = await hoursOf(
        ctx,
        own.map(({ stop }) => stop.point),
        vehicle,
      )
      return own.flatMap(({ stop, day }, i): [string, LimitedStreet][] => {
        const street = limitedStreet(ctx, { ...stop, day }, hours[i] ?? null, vehicle.costing)
        return street ? [[stop.stopId, street]] : []
      })
    }),
  )
  return new Map(found.flat())
}

/** Returns the hours of the street for cars or, if it is open to them at all hours, for trucks. */
export const streetOf = async (ctx: Context, place: PlaceOnDay): Promise<StreetOut | null> =>
  streetFrom(ctx, place, await hoursOfStreet(ctx, place.point))

export type HoursByKind = Record<'CAR' | 'TRUCK', StreetHours | null>
const NO_HOURS: HoursByKind = { CAR: null, TRUCK: null }

/** Returns the hours at a location for cars and for trucks. */
export const hoursOfStreet = async (ctx: Context, point: Point | null): Promise<HoursByKind> =>
  (await hoursOfStreets(ctx, [point]))[0] ?? NO_HOURS

/** Like `hoursOfStreet`, for several locations. Each kind of vehicle takes one question to the road data. */
export async function hoursOfStreets(ctx: Context, points: readonly (Point | null)[]): Promise<HoursByKind[]> {
  const [cars, trucks] = await Promise.all([
    hoursOf(ctx, points, { costing: 'CAR' }),
    hoursOf(ctx, ctx.distances?.costings?.includes('TRUCK') ? points : [], { costing: 'TRUCK' }),
  ])
  return points.map((_, i) => ({ CAR: cars[i] ?? null, TRUCK: trucks[i] ?? null }))
}

/** Like `streetOf`, with known hours. */
export const streetFrom = (ctx: Context, place: PlaceOnDay, hours: HoursByKind): StreetOut | null =>
  streetToWire(ctx, place, hours.CAR, 'CAR') ?? streetToWire(ctx, place, hours.TRUCK, 'TRUCK')

/** Returns the hours at each point, or null if it can be reached at all hours or the road data doesn't reply in time. */
async function hoursOf(
  { distances, log }: Context,
  points: readonly (Point | null)[],
  vehicle: RoadVehicle,
): Promise<(StreetHours | null)[]> {
  const known = points.flatMap((point) => point ?? [])
  if (known.length === 0) return []
  try {
    const hours = await distances?.own?.hours(known, AbortSignal.timeout(BUDGET_MS), vehicle)
    const next = hours?.values()
    return points.map((point) => (point && next?.next().value) ?? null)
  } catch (error) {
    log.warn({ err: error }, 'no hours of streets')
    return []
  }
}

const streetToWire = (...of: Parameters<typeof limitedStreet>): StreetOut | null => limitedStreet(...of)?.street ?? null

function limitedStreet(
  ctx: Context,
  { day, ...place }: PlaceOnDay,
  hours: StreetHours | null,
  costing: Costing,
): LimitedStreet | null {
  const spans = streetSpans(place.rules, hours, weekdayOf(day))
  if (spans === null) return null
  const fits = overlap(windowMinutes(place), toWindows(spans)).length > 0
  const street: StreetOut = {
    open: spans.map(([start, end]) => ({
      window_start: timeOf(start),
      window_end: timeOf(Math.min(end, LAST_MINUTE)),
    })),
    fits,
    message: ctx.say(streetInWords(ctx, spans, { fits, costing })),
    hours_from: hoursFrom(place.rules),
    sources: place.rules?.streetHours === undefined ? (hours?.sources.map(sourceToWire) ?? []) : [],
  }
  return { spans, street }
}

function hoursFrom(rules: Windowed['rules']): StreetOut['hours_from'] {
  if (rules?.streetHours !== undefined) return 'DELIVERY'
  return rules?.addressHours === undefined ? 'MAP' : 'ADDRESS'
}

const sourceToWire = ({ type, id, text: tags }: StreetHours['sources'][number]) => ({
  url: `https://www.openstreetmap.org/${type}/${id}`,
  text: tags,
})

function streetInWords({ formats }: Context, spans: WeekHours, { fits, costing }: { fits: boolean; costing: Costing }) {
  if (spans.length === 0) return text('The street is closed to deliveries that day.')
  const seconds = toWindows(spans).map(({ start, end }) => ({ start: start * 60, end: end * 60 }))
  const hours = { hours: hoursInWords(formats, seconds) }
  if (!fits) return text('The street is open to deliveries {hours}, outside the windows of this delivery.', hours)
  return costing === 'TRUCK'
    ? text('The street is open to trucks {hours}.', hours)
    : text('The street is open to deliveries {hours}.', hours)
}
