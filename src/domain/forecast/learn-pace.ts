// Learns the pace of a business from its finished routes. Few observations change the default pace only a little.
import type { PlanPace } from '../planning/plan-pace.ts'
import { LEVELS, type Quantiles, SCENARIOS, stratifiedValues } from './random-quantiles.ts'
import { capRatio, DEFAULT_PACE, type Pace, type TimedActivity } from './pace.ts'

/** Figures of a finished route. */
export interface FinishedRouteTimes {
  driverId: string | null
  /** Seconds of driving in that hour's traffic, without parking, and the actual seconds between the stops. */
  legs: readonly TimedActivity[]
  visits: readonly (TimedActivity & { hasLearnedTime: boolean })[]
  startDelay: number | null
  stops: number
  /** Number of stops whose arrival and outcome were tapped together, or whose taps arrived late. */
  reportedLate: number
  skippedStops: number
  breaks: { planned: number; taken: number }
}

/**
 * Weights of the default values: with this number of observations, the observed value and the default count equally.
 */
const PRIOR_WEIGHTS = { legs: 60, ratios: 60, starts: 12, stops: 50, unheard: 20, breaks: 6, spread: 8 }
/** Routes with fewer legs or visits show nothing about the differences between routes. */
const MIN_PER_ROUTE = 4
const MIN_RATIOS = 20
const MAX_PARK_SECONDS = 300
/** Returns false if a leg took so long that it probably included something other than driving, such as a break. */
const isPlainDrive = ({ expected, actual }: TimedActivity): boolean => actual < 3 * expected + 300

/** Pace of a business, as learned from its finished routes. */
export interface LearnedPace {
  /** Day in the business's time zone. */
  learnedOn: string
  pace: Pace
  /** Share of stops of each driver that were reported together or late, keyed by driver ID. */
  unheardShares: Readonly<Record<string, number>>
  /** The differences for plans. Null with too few finished routes. */
  plan: PlanPace | null
  /** Number of finished routes from which the pace was learned. */
  routes: number
}

export function learnPaceFrom(finishedRoutes: readonly FinishedRouteTimes[], learnedOn: string): LearnedPace {
  const pace = calibratePace(finishedRoutes)
  const byDriver = Map.groupBy(finishedRoutes, ({ driverId }) => driverId ?? '')
  const shares = [...byDriver].map(([id, routes]): [string, number] => [id, unheardShareOf(routes, pace.unheardShare)])
  return {
    learnedOn,
    pace,
    unheardShares: Object.fromEntries(shares),
    plan: planPaceFrom(finishedRoutes, pace),
    routes: finishedRoutes.length,
  }
}

/** With fewer routes, plans keep plain road and service times. */
const MIN_ROUTES_FOR_PLANS = 10
const PLAN_LIMITS = { drive: [0.7, 1.6], service: [0.5, 2] } as const

/** Returns the mean differences, which plans include. Null with too few finished routes. */
function planPaceFrom(finishedRoutes: readonly FinishedRouteTimes[], pace: Pace): PlanPace | null {
  const usable = finishedRoutes.filter(({ legs, visits }) => Math.min(legs.length, visits.length) >= MIN_PER_ROUTE)
  if (usable.length < MIN_ROUTES_FOR_PLANS) return null
  const drive = meanOf(pace.drive)
  const visits = usable.flatMap((route) => route.visits)
  const learnedShare =
    sum(visits, ({ expected, hasLearnedTime }) => (hasLearnedTime ? expected : 0)) /
    Math.max(
      1,
      sum(visits, ({ expected }) => expected),
    )
  const service = learnedShare * meanOf(pace.serviceKnown) + (1 - learnedShare) * meanOf(pace.serviceNew)
  return {
    driveFactor: hundredths(within(PLAN_LIMITS.drive, drive)),
    stopSeconds: Math.round(pace.parkSeconds * drive),
    serviceFactor: hundredths(within(PLAN_LIMITS.service, service)),
  }
}

const meanOf = (table: Quantiles): number => sum([...stratifiedValues(table)], (value) => value) / SCENARIOS
const within = ([low, high]: readonly [number, number], value: number): number => Math.min(high, Math.max(low, value))
const hundredths = (value: number): number => Math.round(value * 100) / 100

/** Returns the pace with the reporting habit of the driver. Without history it is the default pace. */
export function paceOfDriver(learned: LearnedPace | null, driverId: string | null): Pace {
  if (!learned) return DEFAULT_PACE
  const { pace, unheardShares } = learned
  return { ...pace, unheardShare: unheardShares[driverId ?? ''] ?? pace.unheardShare }
}

/** Returns the pace of the business. `unheardShare` is that of all its drivers. */
function calibratePace(finishedRoutes: readonly FinishedRouteTimes[]): Pace {
  const parkSeconds = estimateParkSeconds(finishedRoutes.flatMap(({ legs }) => legs))
  const withParking = ({ expected, actual }: TimedActivity): TimedActivity => ({
    expected: expected + parkSeconds,
    actual,
  })
  const drive = fitRatios(
    finishedRoutes.map(({ legs }) => legs.map(withParking)),
    DEFAULT_PACE.drive,
    DEFAULT_PACE.driveSpread,
  )
  const visits = (isLearned: boolean) =>
    finishedRoutes.map((route) => route.visits.filter(({ hasLearnedTime }) => hasLearnedTime === isLearned))
  const knownVisits = fitRatios(visits(true), DEFAULT_PACE.serviceKnown, DEFAULT_PACE.serviceSpread)
  const firstVisits = fitRatios(visits(false), DEFAULT_PACE.serviceNew, DEFAULT_PACE.serviceSpread)
  const starts = finishedRoutes.flatMap(({ startDelay }) =>
    startDelay === null ? [] : [{ value: startDelay, weight: 1 }],
  )
  const planned = sum(finishedRoutes, ({ breaks }) => breaks.planned)
  const taken = sum(finishedRoutes, ({ breaks }) => breaks.taken)
  const skipped = sum(finishedRoutes, (route) => route.skippedStops)
  return {
    parkSeconds,
    drive: drive.quantiles,
    driveSpread: drive.spread,
    serviceKnown: knownVisits.quantiles,
    serviceNew: firstVisits.quantiles,
    serviceSpread: knownVisits.spread,
    startDelay: blendQuantiles(starts, DEFAULT_PACE.startDelay, PRIOR_WEIGHTS.starts),
    skipShare:
      (PRIOR_WEIGHTS.stops * DEFAULT_PACE.skipShare + skipped) /
      (PRIOR_WEIGHTS.stops + skipped + sum(finishedRoutes, ({ stops }) => stops)),
    breakSkipped:
      (PRIOR_WEIGHTS.breaks * DEFAULT_PACE.breakSkipped + planned - taken) / (PRIOR_WEIGHTS.breaks + planned),
    unheardShare: unheardShareOf(finishedRoutes, DEFAULT_PACE.unheardShare),
  }
}

function unheardShareOf(routes: readonly FinishedRouteTimes[], prior: number): number {
  const share =
    (PRIOR_WEIGHTS.unheard * prior + sum(routes, ({ reportedLate }) => reportedLate)) /
    (PRIOR_WEIGHTS.unheard + sum(routes, ({ stops }) => stops))
  return Math.min(0.95, Math.max(0.01, share))
}

/** Seconds per leg that don't depend on its length: intercept over slope of actual by expected seconds. */
function estimateParkSeconds(legs: readonly TimedActivity[]): number {
  const plainLegs = legs.filter(isPlainDrive)
  const n = plainLegs.length
  if (n < 2) return DEFAULT_PACE.parkSeconds
  const [x, y] = [sum(plainLegs, (leg) => leg.expected) / n, sum(plainLegs, (leg) => leg.actual) / n]
  const spread = sum(plainLegs, (leg) => (leg.expected - x) ** 2)
  const slope = spread > 0 ? sum(plainLegs, (leg) => (leg.expected - x) * (leg.actual - y)) / spread : 0
  const parkSeconds =
    slope > 0.3 ? Math.min(MAX_PARK_SECONDS, Math.max(0, (y - slope * x) / slope)) : DEFAULT_PACE.parkSeconds
  return (PRIOR_WEIGHTS.legs * DEFAULT_PACE.parkSeconds + n * parkSeconds) / (PRIOR_WEIGHTS.legs + n)
}

/** Separates ratios into the differences between routes and the quantiles within a route. */
function fitRatios(
  routes: readonly (readonly TimedActivity[])[],
  defaults: Quantiles,
  prior: number,
): { quantiles: Quantiles; spread: number } {
  const usable = routes.filter((route) => route.length >= MIN_PER_ROUTE)
  const all = usable.flat()
  if (all.length < MIN_RATIOS) return { quantiles: defaults, spread: prior }
  const mean = meanRatioOf(all)
  const means = usable.map(meanRatioOf)
  const within =
    sum(usable, (route) => sum(route, (leg) => (cappedRatio(leg) - meanRatioOf(route)) ** 2)) /
    Math.max(1, all.length - usable.length)
  const samplingNoise = sum(usable, (route) => 1 / route.length) / usable.length
  const between =
    Math.max(0, sum(means, (routeMean) => (routeMean - mean) ** 2) / usable.length - within * samplingNoise) /
    (mean * mean)
  const spread = Math.sqrt(
    (PRIOR_WEIGHTS.spread * prior * prior + usable.length * between) / (PRIOR_WEIGHTS.spread + usable.length),
  )
  const relative = usable.flatMap((route, i) => {
    // The route's own factor, drawn toward 1 by the same formula as in the forecast (see `sampleRouteFactors`).
    const weight = within / (spread * mean) ** 2
    const routeFactor = (weight + ((means[i] as number) / mean) * route.length) / (weight + route.length)
    return route.map(({ expected, actual }) => ({ value: actual / expected / routeFactor, weight: expected }))
  })
  return { quantiles: blendQuantiles(relative, defaults, PRIOR_WEIGHTS.ratios), spread }
}

const cappedRatio = ({ expected, actual }: TimedActivity): number => capRatio(actual / expected)
const meanRatioOf = (items: readonly TimedActivity[]): number =>
  sum(items, (one) => cappedRatio(one) * one.expected) / sum(items, ({ expected }) => expected)

/**
 * Returns weighted quantiles, mixed with the defaults so that few values change them only a little. The lowest and
 * highest quantiles depend on fewer values, so the defaults weigh more there.
 */
function blendQuantiles(
  values: readonly { value: number; weight: number }[],
  defaults: Quantiles,
  prior: number,
): Quantiles {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  const total = sum(sorted, ({ weight }) => weight)
  let [index, cumulativeWeight] = [0, sorted[0]?.weight ?? 0]
  let highest = Number.NEGATIVE_INFINITY
  return LEVELS.map((level, i) => {
    while (index < sorted.length - 1 && cumulativeWeight < level * total)
      cumulativeWeight += sorted[++index]?.weight ?? 0
    const effectiveCount = sorted.length * Math.min(1, 4 * Math.max(0.005, Math.min(level, 1 - level)))
    const mixed =
      (prior * (defaults[i] as number) + effectiveCount * (sorted[index]?.value ?? 0)) / (prior + effectiveCount)
    return (highest = Math.max(highest, mixed))
  })
}

const sum = <T>(items: readonly T[], valueOf: (item: T) => number): number =>
  items.reduce((total, one) => total + valueOf(one), 0)
