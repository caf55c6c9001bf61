// What a route keeps of its vehicle's rules, so that it stays as it was planned when the vehicle changes.
import { type BreakRule, inOrder, reloadOf, type RulePlace, type VehicleRules } from '../planning/rules.ts'

/** Null is nothing: from the depot and back, without a break or another load. */
export interface RouteTerms {
  breaks?: BreakRule[]
  /** Absent: the depot; a null end is the last stop. */
  start?: RoutePlace
  end?: RoutePlace | null
  /** Back at the depot; absent: all is loaded at the start. */
  reload?: { minutes: number; max: number }
}

export interface RoutePlace {
  name: string
  lat: number
  lng: number
}

export function termsOf(rules: VehicleRules | null): RouteTerms | null {
  const { breaks = [], start, end, openEnd } = rules ?? {}
  const reload = reloadOf(rules)
  const terms: RouteTerms = {
    ...(breaks.length > 0 && { breaks: inOrder(breaks) }),
    ...(start && { start: named(start) }),
    ...(openEnd ? { end: null } : end && { end: named(end) }),
    ...(reload && { reload }),
  }
  return Object.keys(terms).length > 0 ? terms : null
}

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

/** Null where the route ends at its last stop. */
export const endOf = <Place>({ depot, end }: Ends<Place>): Place | null => (end === undefined ? depot : end)

/** The start of a stored route, and its end. */
export const endsOf = (route: { depot: RoutePlace; terms: RouteTerms | null }) => {
  const ends = { depot: route.depot, ...route.terms }
  return { start: startOf(ends), end: endOf(ends) }
}
