// Reads the new routes of a re-plan from the engine's solution.
import { handOverTrip, type TripStop, renumberTrips } from '../../../domain/routes/trips.ts'
import type { Solution } from '../../../engine/solution.ts'
import type { GoalPlan } from '../input/replan-input.ts'
import {
  handOverOn,
  type ReplanDay,
  type ReplanStop,
  type RemainingStops,
  currentTrips,
  type Trips,
  type ReplanVehicle,
} from '../input/vans.ts'

/** Returns the remaining stops of each vehicle in the solution. A vehicle that can't continue is not in the map. */
export function restsOf({ vans, stops }: GoalPlan, { routes }: Solution): RemainingStops {
  return new Map(
    vans.map(({ routeId }, vehicle) => {
      const visits = routes.find((route) => route.vehicle === vehicle)?.visits ?? []
      return [routeId, visits.map(({ stop }) => stops[stop] as ReplanStop)] as const
    }),
  )
}

/**
 * Returns the load number of each order in the solution. On a vehicle that has started, stops keep their loads, and new
 * stops belong to its latest load. Goods that are handed over to a vehicle are a separate load.
 */
export function tripsOf(replan: ReplanDay, { vans, stops }: GoalPlan, { routes }: Solution): Trips {
  const now = currentTrips(replan)
  return new Map([
    ...now,
    ...routes.flatMap(({ vehicle, visits }) => {
      const van = vans[vehicle] as ReplanVehicle
      const { reload, rest, taken, status } = van
      const last = Math.max(1, ...(taken ?? []))
      const begun = status === 'IN_PROGRESS'
      const onTrips: (TripStop & { orderId: string })[] = []
      for (const { stop, trip } of visits) {
        const planned = stops[stop] as ReplanStop
        const { orderId } = planned
        const handOver = handOverOn(van, planned)
        const own = rest.includes(planned) ? now.get(orderId) : undefined
        const others = [...rest.map((one) => ({ trip: one.trip ?? 1 })), ...onTrips]
        if (handOver) onTrips.push({ orderId, handOver, trip: own ?? handOverTrip(others, handOver) })
        else onTrips.push({ orderId, trip: reload && !begun ? trip : (own ?? last) })
      }
      const numbered = begun ? onTrips : renumberTrips(onTrips, !!reload)
      return numbered.map(({ orderId, trip }): [string, number] => [orderId, trip])
    }),
  ])
}
