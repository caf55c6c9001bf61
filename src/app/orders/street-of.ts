// Hours at which vehicles may enter the streets of deliveries, for people and programs that read them.
import type { StreetOut } from '../../contract/street.ts'
import type { Costing } from '../../domain/planning/costing.ts'
import type { Point } from '../../domain/orders/order.ts'
import { overlap, type StreetHours, streetSpans, timeOf, weekdayOf } from '../../domain/planning/street-hours.ts'
import type { WeekHours } from '../../domain/planning/week-hours.ts'
import { type Windowed, windowsOf } from '../../domain/planning/windows.ts'
import { hoursInWords } from '../../engine/constraints/street-hours.ts'
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

/** Returns the hours of each street for a kind of vehicle, or null if the street is open at all hours of the day. */
export async function streetsOf(
  ctx: Context,
  places: readonly PlaceOnDay[],
  costing: Costing,
): Promise<(StreetOut | null)[]> {
  const hours = (
    await hoursAt(
      ctx,
      places.flatMap(({ point }) => point ?? []),
      costing,
    )
  ).values()
  return places.map((place) => streetToWire(ctx, place, place.point ? (hours.next().value ?? null) : null, costing))
}

/** Returns the hours of the street for cars or, if it is open to them at all hours, for trucks. */
export const streetOf = async (ctx: Context, place: PlaceOnDay): Promise<StreetOut | null> =>
  streetFrom(ctx, place, await hoursOfStreet(ctx, place.point))

export type HoursByKind = Record<Costing, StreetHours | null>
const NO_HOURS: HoursByKind = { CAR: null, TRUCK: null }

/** Returns the hours at a location for each kind of vehicle. */
export const hoursOfStreet = async (ctx: Context, point: Point | null): Promise<HoursByKind> =>
  (await hoursOfStreets(ctx, [point]))[0] ?? NO_HOURS

/** Like `hoursOfStreet`, for several locations. Each kind of vehicle takes one question to the road data. */
export async function hoursOfStreets(ctx: Context, points: readonly (Point | null)[]): Promise<HoursByKind[]> {
  const known = points.flatMap((point) => point ?? [])
  const [cars, trucks] = await Promise.all([
    hoursAt(ctx, known, 'CAR'),
    hoursAt(ctx, ctx.distances?.knowsTrucks ? known : [], 'TRUCK'),
  ])
  let next = 0
  return points.map((point) => {
    if (!point) return NO_HOURS
    const at = next++
    return { CAR: cars[at] ?? null, TRUCK: trucks[at] ?? null }
  })
}

/** Like `streetOf`, with known hours. */
export const streetFrom = (ctx: Context, place: PlaceOnDay, hours: HoursByKind): StreetOut | null =>
  streetToWire(ctx, place, hours.CAR, 'CAR') ?? streetToWire(ctx, place, hours.TRUCK, 'TRUCK')

async function hoursAt(
  { distances, log }: Context,
  points: readonly Point[],
  costing: Costing,
): Promise<(StreetHours | null)[]> {
  if (points.length === 0) return []
  try {
    return (await distances?.own?.hours(points, AbortSignal.timeout(BUDGET_MS), { costing })) ?? []
  } catch (error) {
    log.warn({ err: error }, 'no hours of streets')
    return []
  }
}

function streetToWire(
  ctx: Context,
  { day, ...place }: PlaceOnDay,
  hours: StreetHours | null,
  costing: Costing,
): StreetOut | null {
  const spans = streetSpans(place.rules, hours, weekdayOf(day))
  if (spans === null) return null
  const fits = overlap(windowMinutes(place), toWindows(spans)).length > 0
  return {
    open: spans.map(([start, end]) => ({
      window_start: timeOf(start),
      window_end: timeOf(Math.min(end, LAST_MINUTE)),
    })),
    fits,
    message: ctx.say(streetInWords(ctx, spans, { fits, costing })),
    sources: place.rules?.streetHours === undefined ? (hours?.sources.map(sourceToWire) ?? []) : [],
  }
}

const sourceToWire = ({ type, id, text: tags }: StreetHours['sources'][number]) => ({
  url: `https://www.openstreetmap.org/${type}/${id}`,
  text: tags,
})

const toWindows = (spans: WeekHours) => spans.map(([start, end]) => ({ start, end }))

const windowMinutes = (place: Windowed): { start: number; end: number }[] =>
  windowsOf(place).map(({ start, end }) => ({ start: minuteOf(start ?? '00:00'), end: minuteOf(end ?? '23:59') }))

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function streetInWords({ formats }: Context, spans: WeekHours, { fits, costing }: { fits: boolean; costing: Costing }) {
  if (spans.length === 0) return text('The street is closed to deliveries that day.')
  const seconds = toWindows(spans).map(({ start, end }) => ({ start: start * 60, end: end * 60 }))
  const hours = { hours: hoursInWords(formats, seconds) }
  if (!fits) return text('The street is open to deliveries {hours}, outside the windows of this delivery.', hours)
  return costing === 'TRUCK'
    ? text('The street is open to trucks {hours}.', hours)
    : text('The street is open to deliveries {hours}.', hours)
}
