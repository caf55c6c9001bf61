// Rules of the vehicle that a route stores, so that the route stays as planned when the vehicle changes.
import { type BreakRule, breaksByWindow, reloadOf, type RulePlace, type VehicleRules } from '../planning/rules.ts'
import type { VehicleSize } from '../planning/road-vehicle.ts'
import { sizeOf } from '../planning/vehicle-size.ts'

/** A route whose terms are null starts and ends at the depot, has no break or reload, and a vehicle of usual size. */
export interface FrozenRules {
  breaks?: BreakRule[]
  /** Start and end. Absent: the depot. A null end: the last stop. */
  start?: RoutePlace
  end?: RoutePlace | null
  /** Reloads at the depot, in minutes each and at most `max`. Absent: all goods are loaded at the start. */
  reload?: { minutes: number; max: number }
  /** The vehicle's own measures for limits on signs. Absent: those of a usual vehicle. */
  size?: Partial<VehicleSize>
}

export interface RoutePlace {
  name: string
  lat: number
  lng: number
}

/** Returns the rules that a new route stores, or null if the vehicle has none of them. */
export function termsOf(rules: VehicleRules | null): FrozenRules | null {
  const { breaks = [], start, end, openEnd } = rules ?? {}
  const reload = reloadOf(rules)
  const size = sizeOf(rules)
  const terms: FrozenRules = {
    ...(breaks.length > 0 && { breaks: breaksByWindow(breaks) }),
    ...(start && { start: named(start) }),
    ...(openEnd ? { end: null } : end && { end: named(end) }),
    ...(reload && { reload }),
    ...(size && { size }),
  }
  return statedTerms(terms)
}

/** Returns the terms of a route that is moved to another vehicle during its day. Only the size changes. */
export function termsOnVehicle(terms: FrozenRules | null, rules: VehicleRules | null): FrozenRules | null {
  const { size: _, ...others } = terms ?? {}
  const size = sizeOf(rules)
  return statedTerms({ ...others, ...(size && { size }) })
}

const statedTerms = (terms: FrozenRules): FrozenRules | null => (Object.keys(terms).length > 0 ? terms : null)

const named = ({ address, lat, lng }: RulePlace): RoutePlace => ({
  name: address || `${lat.toFixed(5)}, ${lng.toFixed(5)}`,
  lat,
  lng,
})

interface Ends<Place> {
  depot: Place
  start?: Place | undefined
  end?: Place | null | undefined
}

export const startOf = <Place>({ depot, start }: Ends<Place>): Place => start ?? depot

/** Returns the end of the route, or null if it ends at its last stop. */
export const endOf = <Place>({ depot, end }: Ends<Place>): Place | null => (end === undefined ? depot : end)

/** Returns the start and end of a stored route. */
export const endsOf = (route: { depot: RoutePlace; terms: FrozenRules | null }) => {
  const ends = { depot: route.depot, ...route.terms }
  return { start: startOf(ends), end: endOf(ends) }
}
