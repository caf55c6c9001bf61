// Converts a proposal to the response: for each plan, its unassigned stops and the changes of each stop.
import type { Context } from '../../context.ts'
import { text } from '../../../texts/text.ts'
import type { ReplanChange, ReplanFigures, ReplanUnassigned, ReplanPlanOut } from '../../../contract/replan.ts'
import { changesDelay } from '../../../domain/routes/delay.ts'
import { freedomOf, type VisitPlace, visitChanges } from '../../../domain/routes/replan.ts'
import type { Solution } from '../../../engine/solution.ts'
import type { ReplanPlan } from '../../../domain/routes/replan-plan.ts'
import { handOverToWire } from '../../routes/route-wire.ts'
import { milesOf, minutesOf } from '../../../domain/planning/units.ts'
import type { GatheredReplan } from '../input/gather-replan.ts'
import type { GoalPlan } from '../input/replan-input.ts'
import type { TimedVan, ReplanStop, RemainingStops, ReplanVehicle } from '../input/vans.ts'

export function unassignedByPlan(
  { say }: Context,
  replan: GatheredReplan,
  plan: GoalPlan,
  { unassigned }: Solution,
  rests: RemainingStops,
): ReplanUnassigned[] {
  const planned = new Set([...rests.values()].flat())
  const entry = (of: { orderId: string; externalRef: string }) => ({
    external_ref: of.externalRef,
    order_uuid: of.orderId,
    line1: replan.line1Of(of.orderId),
  })
  const byEngine = unassigned.map(({ stop, reason, nearestFix }): ReplanUnassigned => {
    const left = plan.stops[stop] as ReplanStop
    return {
      ...entry(left),
      route_uuid: replan.vans.find(({ rest }) => rest.some(({ orderId }) => orderId === left.orderId))?.routeId ?? null,
      stays_on_route: false,
      reason: { code: reason.code, message: say(reason.message) },
      nearest_fix: nearestFix && say(nearestFix.message),
    }
  })
  const aboard = replan.vans
    .filter(({ out }) => out)
    .flatMap((van) =>
      van.rest.flatMap((stop): ReplanUnassigned[] =>
        planned.has(stop) || plan.stops.includes(stop) ? [] : [{ ...entry(stop), ...handOverObstacle(say, van, stop) }],
      ),
    )
  return [
    ...byEngine,
    ...aboard,
    ...replan.stranded.map(({ routeId, stop }) => ({
      ...entry(stop),
      route_uuid: routeId,
      stays_on_route: true,
      reason: { code: 'UNDER_WAY' as const, message: say('the driver is there or on the way there') },
      nearest_fix: say('remove it from the route by hand, or record its outcome'),
    })),
    ...replan.unplaced.map((order) => ({
      ...entry(order),
      route_uuid: null,
      stays_on_route: false,
      reason: { code: 'UNPLACED' as const, message: say('its address has no location yet') },
      nearest_fix: null,
    })),
  ]
}

/** Explains why a stop of a broken-down vehicle is not given to another vehicle. */
function handOverObstacle(
  say: Context['say'],
  van: ReplanVehicle,
  stop: ReplanStop,
): Pick<ReplanUnassigned, 'route_uuid' | 'stays_on_route' | 'reason' | 'nearest_fix'> {
  const locked = freedomOf(van.status, stop) === 'LOCKED'
  return {
    route_uuid: van.routeId,
    stays_on_route: locked,
    reason: locked
      ? { code: 'LOCKED', message: say(text('is locked to {vehicle}', { vehicle: van.name })) }
      : { code: 'LOADED', message: say(text('its goods are in {vehicle}', { vehicle: van.name })) },
    nearest_fix: say(locked ? 'unlock it' : 'enter where other drivers can take over its goods'),
  }
}

export function planToWire(
  replan: GatheredReplan,
  plan: ReplanPlan,
  times: { before: ReadonlyMap<string, TimedVan>; after: ReadonlyMap<string, TimedVan>; leftOff: ReplanUnassigned[] },
): ReplanPlanOut {
  const { before, after, leftOff } = times
  const told = (plan.delays ?? []).filter(changesDelay)
  const refOf = new Map(
    [...replan.vans.flatMap(({ rest }) => rest), ...replan.newcomers].map(({ orderId, externalRef }) => [
      orderId,
      externalRef,
    ]),
  )
  const nameOf = new Map(replan.vans.map(({ routeId, name }) => [routeId, name]))
  const instantOf = (seconds: number): string => replan.day.instantAt(seconds).toISOString()
  const placeToWire = (place: VisitPlace): ReplanChange['after'] => ({
    route_uuid: place.routeId,
    route_name: nameOf.get(place.routeId) ?? '',
    sequence: place.sequence,
    arrival: instantOf(place.arrival),
    late_minutes: Math.floor(place.lateSeconds / 60),
  })
  return {
    goals: plan.goals,
    before: figuresOf([...before.values()]),
    after: figuresOf([...after.values()]),
    routes: plan.routes.flatMap(({ routeId }) => {
      const [was, is] = [before.get(routeId), after.get(routeId)]
      if (!was || !is) return []
      return [
        {
          route_uuid: routeId,
          name: nameOf.get(routeId) ?? '',
          before: figuresOf([was]),
          after: figuresOf([is]),
          back_before: instantOf(was.end),
          back_after: instantOf(is.end),
          ...(is.reloadsBefore.length > 0 && { reloads_before: [...is.reloadsBefore] }),
          ...(is.handOvers.length > 0 && {
            hand_overs: is.handOvers.map(({ before: before_sequence, at, start, end, stops }) => ({
              ...handOverToWire(at).hand_over,
              before_sequence,
              start: instantOf(start),
              end: instantOf(end),
              stops,
            })),
          }),
        },
      ]
    }),
    changes: visitChanges([...before.values()], [...after.values()]).map(({ kind, before: was, after: is }) => ({
      change: kind,
      external_ref: refOf.get(is.orderId) ?? '',
      order_uuid: is.orderId,
      line1: replan.line1Of(is.orderId),
      before: was && placeToWire(was),
      after: placeToWire(is),
    })),
    left_off: leftOff,
    ...(told.length > 0 && { delays: told.map(({ routeId, ...delay }) => ({ route_uuid: routeId, ...delay })) }),
  }
}

function figuresOf(vans: readonly TimedVan[]): ReplanFigures {
  const visits = vans.flatMap((van) => van.visits)
  const late = visits.map(({ lateSeconds }) => Math.floor(lateSeconds / 60)).filter((minutes) => minutes > 0)
  return {
    stop_count: visits.length,
    distance_miles: milesOf(vans.reduce((sum, { meters }) => sum + meters, 0)),
    drive_minutes: minutesOf(vans.reduce((sum, { driveSeconds }) => sum + driveSeconds, 0)),
    late_stops: late.length,
    late_minutes: late.reduce((sum, minutes) => sum + minutes, 0),
  }
}
