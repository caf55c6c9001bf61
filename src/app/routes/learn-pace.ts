// Learns the pace of a business from its finished routes, once a day before a forecast. A job does this, so that no tap of
// a driver waits for it.
import { learnPaceFrom, type FinishedRouteTimes } from '../../domain/forecast/learn-pace.ts'
import type { TrafficFactors } from '../../domain/planning/traffic.ts'
import { visitedOften } from '../../store/routes/place-visits.ts'
import { finishedRoutes, type Route } from '../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../store/routes/stops.ts'
import { readPace, savePace } from '../../store/settings/pace.ts'
import { readTraffic } from '../../store/settings/traffic.ts'
import type { Context, WriteTx } from '../context.ts'
import { shownBy } from './forecast-route.ts'
import { trafficOf } from './traffic-slots.ts'

/**
 * Maximum finished routes to learn from. More routes would not improve the result, and older routes show old habits.
 */
const ROUTES = 60

/** Learns the pace unless it was learned today. The caller must not be restricted to depots. */
export async function learnPaceDaily(ctx: Context): Promise<void> {
  const today = ctx.calendar.dayOf(ctx.now)
  if ((await ctx.read(readPace))?.learnedOn === today) return
  await ctx.write((tx) => learnPace(ctx, tx, today))
}

async function learnPace(ctx: Context, tx: WriteTx, learnedOn: string): Promise<void> {
  const routes = await finishedRoutes(tx, ROUTES)
  if (routes.length === 0) return
  const stops = await readStops(
    tx,
    routes.map(({ routeId }) => routeId),
  )
  const isUsual = await visitedOften(
    tx,
    stops.map(({ address }) => address),
  )
  const factors = await readTraffic(tx)
  const stopsOf = Map.groupBy(stops, ({ routeId }) => routeId)
  const past = routes.map((route) =>
    observed(ctx, factors, route, stopsOf.get(route.routeId) ?? [], ({ address }) => isUsual(address)),
  )
  await savePace(tx, learnPaceFrom(past, learnedOn))
}

function observed(
  ctx: Context,
  factors: TrafficFactors,
  route: Route,
  stops: readonly StopRead[],
  isKnown: (stop: StopRead) => boolean,
): FinishedRouteTimes {
  const { driverId, startedAt, plannedStart, terms } = route
  const traffic = trafficOf(ctx, factors, route)
  const { breaksLeft, ...shown } = shownBy(ctx, route, stops, isKnown, traffic)
  const planned = terms?.breaks?.length ?? 0
  return {
    driverId,
    ...shown,
    startDelay: startedAt && plannedStart && (startedAt.getTime() - plannedStart.getTime()) / 1000,
    breaks: { planned, taken: planned - breaksLeft.length },
  }
}
