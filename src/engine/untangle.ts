// Post-optimization: makes routes cross less and overlap less, at little or no extra driving. Greedy, with a step limit
// instead of a time limit so that it is deterministic. Off unless the objective asks for it.
import type { Problem } from './problem.ts'
import { crossingCount, hullOf, isInside, legsOf } from './shape.ts'
import { changesAround, type RouteChange } from './untangle-moves.ts'
import { type Figures, routeFigures, createCompatibilityCheck } from './whole-route.ts'

/** Approximate maximum number of stop pairs compared in total, which takes less than 0.5 s. */
const MAX_WORK = 20_000_000
/** Work of timing one change, as an equivalent number of compared stop pairs. */
const TIMING_WORK = 1_000
/** Weight of a stop inside another route's area, relative to a crossing. */
const INSIDE = 0.2
/** If the objective balances routes: share by which the longest route may grow and the shortest route may shrink. */
const UNEVEN = 0.05

/**
 * Returns the routes (stop indexes by vehicle) with fewer crossings within the allowed share of extra driving. Returns
 * the same routes if no change helps, or if the objective has change costs or soft lateness.
 */
export function untangleRoutes(
  problem: Problem,
  routes: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const { places, objective } = problem
  const share = objective.compactness ?? 0
  if (!places || share <= 0 || objective.change !== null || objective.latenessCostPerSecond !== null) return routes
  const open = routes.map((route) => route.length > 1 && route.every((stop) => problem.stops[stop]!.lock === null))
  const now = routes.map((route) => [...route])
  const measured = now.map((route, vehicle) => routeFigures(problem, vehicle, route))
  if (measured.includes(null)) return routes
  const figures = measured as Figures[]
  const judged = createJudge(problem, share, now, figures)

  /** Number of changes of each route. A pair without an improving change waits until one of its routes changes. */
  const version = now.map(() => 0)
  const tried = new Set<string>()
  let work = MAX_WORK
  /** Applies the first change of the two routes that reduces `crossingCost`. Returns whether there is one. */
  const untangle = (one: number, two: number): boolean => {
    for (const change of changesAround(problem, places, now, one, two)) {
      if ((work -= TIMING_WORK) <= 0) return false
      const changed = judged(change)
      if (changed === null) continue
      const before = change.map(({ vehicle }) => now[vehicle]!)
      const after = change.map(({ route }) => route)
      const rest = now.filter((_, vehicle) => change.every((each) => each.vehicle !== vehicle))
      work -= after.flat().length * problem.stops.length
      if (crossingCost(problem, places, after, rest) >= crossingCost(problem, places, before, rest)) continue
      change.forEach(({ vehicle, route }, i) => {
        now[vehicle] = route
        figures[vehicle] = changed[i]!
        version[vehicle]!++
      })
      return true
    }
    return false
  }
  for (let found = true; found && work > 0; ) {
    found = false
    for (const [one, oneOpen] of open.entries())
      for (const [two, twoOpen] of open.entries()) {
        const key = `${one} ${version[one]} ${two} ${version[two]}`
        if (!oneOpen || !twoOpen || two < one || tried.has(key)) continue
        if (untangle(one, two)) found = true
        else tried.add(key)
      }
  }
  return now
}

/** Returns the figures of the changed routes. Null if the change breaks a constraint or exceeds a limit. */
type Judge = (change: RouteChange) => Figures[] | null

/**
 * Returns the judge of changes of the routes `now`, whose figures are `figures`. Sets the limits by the routes at the
 * call. The caller then applies changes to both arrays.
 */
function createJudge(
  problem: Problem,
  share: number,
  now: readonly (readonly number[])[],
  figures: readonly Figures[],
): Judge {
  const { objective } = problem
  /** The quantity that the objective balances. */
  const measure = ({ worked }: Figures, route: readonly number[]): number =>
    objective.balance === 'stops' ? route.length : worked
  const mayRide = createCompatibilityCheck(problem)
  const total = (figure: keyof Figures): number => figures.reduce((sum, each) => sum + each[figure], 0)
  const limit = {
    meters: total('meters') * (1 + share),
    seconds: total('seconds') * (1 + share),
    cost: total('cost') * (1 + share),
    otherDrivers: total('otherDrivers'),
  }
  const used = now.flatMap((route, vehicle) => (route.length > 0 ? [measure(figures[vehicle]!, route)] : []))
  const even = objective.balance !== 'none'
  const longest = even ? Math.max(...used) * (1 + UNEVEN) : Infinity
  const shortest = even ? Math.min(...used) * (1 - UNEVEN) : 0

  return (change) => {
    const changed: Figures[] = []
    for (const { vehicle, route } of change) {
      const were = now[vehicle]!
      if (route.length === 0 || !route.every((stop) => were.includes(stop) || mayRide(stop, vehicle))) return null
      const after = routeFigures(problem, vehicle, route)
      if (after === null) return null
      const [was, is] = [measure(figures[vehicle]!, were), measure(after, route)]
      if (is > Math.max(longest, was) || is < Math.min(shortest, was)) return null
      changed.push(after)
    }
    const within = (['meters', 'seconds', 'cost', 'otherDrivers'] as const).every((figure) => {
      const added = change.reduce((sum, { vehicle }, i) => sum + changed[i]![figure] - figures[vehicle]![figure], 0)
      return total(figure) + added <= limit[figure]
    })
    return within ? changed : null
  }
}

/** Weighted crossings and overlaps of the routes `changing`, among themselves and with the routes `rest`. */
function crossingCost(
  problem: Problem,
  places: Float64Array,
  changing: readonly (readonly number[])[],
  rest: readonly (readonly number[])[],
): number {
  const at = (route: readonly number[]): number[] => route.map((stop) => problem.stops[stop]!.location)
  const [ours, others] = [changing.map(at), rest.map(at)]
  const legs = ours.flatMap(legsOf)
  let inside = 0
  for (const [own, route] of ours.entries()) {
    const hull = hullOf(places, route)
    for (const [other, located] of [...ours, ...others].entries())
      if (other !== own) for (const place of located) if (isInside(places, place, hull)) inside++
  }
  for (const hull of others.map((route) => hullOf(places, route)))
    for (const place of ours.flat()) if (isInside(places, place, hull)) inside++
  return crossingCount(places, legs, legs) / 2 + crossingCount(places, legs, others.flatMap(legsOf)) + INSIDE * inside
}
