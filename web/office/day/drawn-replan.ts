// Routes that a re-plan changes, as the map would draw them after it is accepted.
import type { DayOut, DayRoute, DayStop, PoolOrder } from '../../../src/contract/day.ts'
import type { ReplanPlanOut } from '../../../src/contract/replan.ts'
import { words } from '../../words/locale.ts'
import { stopLabel } from '../builds/drawn.ts'
import type { DrawnPlan, DrawnStop } from '../plan-map/drawn-plan.ts'
import { findStopInDay } from './day-data.ts'
import { unassignedIds, plannedOrder } from './replan-order.ts'

export function drawnReplan(day: DayOut, plan: ReplanPlanOut): DrawnPlan {
  const changed = plan.routes.flatMap(
    ({ route_uuid: id }) => day.routes.find(({ route_uuid }) => route_uuid === id) ?? [],
  )
  const off = unassignedIds(plan)
  return {
    routes: changed.map((route) => ({
      color: route.color,
      depot: route.depot,
      stops: plannedOrder(route, plan).flatMap((orderId, i) => drawnStop(day, plan, route, orderId, i + 1)),
    })),
    before: changed.map((route) => [
      route.depot,
      ...route.stops.flatMap(({ address: { lat, lng } }) => (lat === null || lng === null ? [] : [{ lat, lng }])),
      route.depot,
    ]),
    loose: [...off].flatMap((orderId) => {
      const place = stopLocation(day, orderId)
      return place ? [{ ...place, label: words.replan.onNoRouteAt(place.line1) }] : []
    }),
  }
}

function drawnStop(day: DayOut, plan: ReplanPlanOut, route: DayRoute, orderId: string, sequence: number): DrawnStop[] {
  const place = stopLocation(day, orderId)
  if (!place) return []
  const change = plan.changes.find(({ order_uuid }) => order_uuid === orderId)?.change ?? 'RETIMED'
  const changed = change !== 'RETIMED'
  return [
    {
      orderId,
      lat: place.lat,
      lng: place.lng,
      text: String(sequence),
      label: stopLabel(`${route.name} ${sequence}, ${place.line1}`, changed),
      changed,
      loadsAt: reloadLocationAt(plan, route, sequence),
    },
  ]
}

function reloadLocationAt({ routes }: ReplanPlanOut, { route_uuid: id, depot }: DayRoute, sequence: number) {
  const planned = routes.find(({ route_uuid }) => route_uuid === id)
  const handOver = planned?.hand_overs?.find(({ before_sequence: before }) => before === sequence)
  return handOver ?? (planned?.reloads_before?.includes(sequence) ? depot : null)
}

function stopLocation(day: DayOut, orderId: string): { lat: number; lng: number; line1: string } | null {
  const { stop, order } = findStopInDay(day, orderId) ?? { stop: null, order: null }
  const { lat, lng, line1 } = urlOf(stop, order)
  return lat === null || lng === null ? null : { lat, lng, line1 }
}

const urlOf = (stop: DayStop | null, order: PoolOrder | null) =>
  stop?.address ?? order ?? { lat: null, lng: null, line1: '' }
