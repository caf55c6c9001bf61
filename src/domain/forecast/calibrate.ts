// Learns the pace of a business from its finished routes. Few observations change the default pace only a little.
import { LEVELS, type Quantiles } from './draws.ts'
import { capped, DEFAULT_PACE, type Pace, type Timed } from './pace.ts'

/** Figures of a finished route. */
export interface Observed {
  driverId: string | null
  /** Seconds of driving in that hour's traffic, without parking, and the actual seconds between the stops. */
  legs: readonly Timed[]
  visits: readonly (Timed & { isKnown: boolean })[]
  startDelay: number | null
  stops: number
  /** Number of stops whose arrival and outcome were tapped together, or whose taps arrived late. */
  unheard: number
  skipped: number
  breaks: { planned: number; taken: number }
}

/**
 * Weights of the default values: with this number of observations, the observed value and the default count equally.
 */
const PRIOR = { legs: 60, ratios: 60, starts: 12, stops: 50, unheard: 20, breaks: 6, spread: 8 }
/** Routes with fewer legs or visits show nothing about the differences between routes. */
const MIN_PER_ROUTE = 4
const MIN_RATIOS = 20
const MAX_PARK_SECONDS = 300
/** Returns false if a leg took so long that it probably included something other than driving, such as a break. */
const isPlain = ({ expected, actual }: Timed): boolean => actual < 3 * expected + 300

/** Pace of a business, as learned from its finished routes. */
export interface LearnedPace {
  /** Day in the business's time zone. */
  learnedOn: string
  pace: Pace
  /** Share of stops of each driver that were reported together or late, keyed by driver ID. */
  unheardShares: Readonly<Record<string, number>>
}

export function learnedFrom(past: readonly Observed[], learnedOn: string): LearnedPace {
  const pace = calibrate(past)
  const byDriver = Map.groupBy(past, ({ driverId }) => driverId ?? '')
  const shares = [...byDriver].map(([id, routes]): [string, number] => [id, unheardShare(routes, pace.unheardShare)])
  return { learnedOn, pace, unheardShares: Object.fromEntries(shares) }
}

/** Returns the pace with the reporting habit of the driver. Without history it is the default pace. */
export function paceOfDriver(learned: LearnedPace | null, driverId: string | null): Pace {
  if (!learned) return DEFAULT_PACE
  const { pace, unheardShares } = learned
  return { ...pace, unheardShare: unheardShares[driverId ?? ''] ?? pace.unheardShare }
}

/** Returns the pace of the business. `unheardShare` is that of all its drivers. */
function calibrate(past: readonly Observed[]): Pace {
  const parkSeconds = parkingIn(past.flatMap(({ legs }) => legs))
  const parked = ({ expected, actual }: Timed): Timed => ({ expected: expected + parkSeconds, actual })
  const drive = ratiosOf(
    past.map(({ legs }) => legs.map(parked)),
    DEFAULT_PACE.drive,
    DEFAULT_PACE.driveSpread,
  )
  const visits = (known: boolean) => past.map((route) => route.visits.filter(({ isKnown }) => isKnown === known))
  const known = ratiosOf(visits(true), DEFAULT_PACE.serviceKnown, DEFAULT_PACE.serviceSpread)
  const fresh = ratiosOf(visits(false), DEFAULT_PACE.serviceNew, DEFAULT_PACE.serviceSpread)
  const starts = past.flatMap(({ startDelay }) => (startDelay === null ? [] : [{ value: startDelay, weight: 1 }]))
  const planned = sum(past, ({ breaks }) => breaks.planned)
  const taken = sum(past, ({ breaks }) => breaks.taken)
  const skipped = sum(past, (route) => route.skipped)
  return {
    parkSeconds,
    drive: drive.quantiles,
    driveSpread: drive.spread,
    serviceKnown: known.quantiles,
    serviceNew: fresh.quantiles,
    serviceSpread: known.spread,
    startDelay: blend(starts, DEFAULT_PACE.startDelay, PRIOR.starts),
    skipShare:
      (PRIOR.stops * DEFAULT_PACE.skipShare + skipped) / (PRIOR.stops + skipped + sum(past, ({ stops }) => stops)),
    breakSkipped: (PRIOR.breaks * DEFAULT_PACE.breakSkipped + planned - taken) / (PRIOR.breaks + planned),
    unheardShare: unheardShare(past, DEFAULT_PACE.unheardShare),
  }
}

function unheardShare(routes: readonly Observed[], prior: number): number {
  const share =
    (PRIOR.unheard * prior + sum(routes, ({ unheard }) => unheard)) /
    (PRIOR.unheard + sum(routes, ({ stops }) => stops))
  return Math.min(0.95, Math.max(0.01, share))
}

/** Seconds per leg that don't depend on its length: intercept over slope of actual by expected seconds. */
function parkingIn(legs: readonly Timed[]): number {
  const plain = legs.filter(isPlain)
  const n = plain.length
  if (n < 2) return DEFAULT_PACE.parkSeconds
  const [x, y] = [sum(plain, (leg) => leg.expected) / n, sum(plain, (leg) => leg.actual) / n]
  const spread = sum(plain, (leg) => (leg.expected - x) ** 2)
  const slope = spread > 0 ? sum(plain, (leg) => (leg.expected - x) * (leg.actual - y)) / spread : 0
  const found =
    slope > 0.3 ? Math.min(MAX_PARK_SECONDS, Math.max(0, (y - slope * x) / slope)) : DEFAULT_PACE.parkSeconds
  return (PRIOR.legs * DEFAULT_PACE.parkSeconds + n * found) / (PRIOR.legs + n)
}

/** Separates ratios into the differences between routes and the quantiles within a route. */
function ratiosOf(
  routes: readonly (readonly Timed[])[],
  defaults: Quantiles,
  prior: number,
): { quantiles: Quantiles; spread: number } {
  const usable = routes.filter((route) => route.length >= MIN_PER_ROUTE)
  const all = usable.flat()
  if (all.length < MIN_RATIOS) return { quantiles: defaults, spread: prior }
  const mean = meanOf(all)
  const means = usable.map(meanOf)
  const within =
    sum(usable, (route) => sum(route, (one) => (ratioOf(one) - meanOf(route)) ** 2)) /
    Math.max(1, all.length - usable.length)
  const noise = sum(usable, (route) => 1 / route.length) / usable.length
  const between = Math.max(0, sum(means, (one) => (one - mean) ** 2) / usable.length - within * noise) / (mean * mean)
  const spread = Math.sqrt((PRIOR.spread * prior * prior + usable.length * between) / (PRIOR.spread + usable.length))
  const relative = usable.flatMap((route, i) => {
    // The route's own factor, drawn toward 1 by the same formula as in the forecast (see `ownFactors`).
    const weight = within / (spread * mean) ** 2
    const own = (weight + ((means[i] as number) / mean) * route.length) / (weight + route.length)
    return route.map(({ expected, actual }) => ({ value: actual / expected / own, weight: expected }))
  })
  return { quantiles: blend(relative, defaults, PRIOR.ratios), spread }
}

const ratioOf = ({ expected, actual }: Timed): number => capped(actual / expected)
const meanOf = (items: readonly Timed[]): number =>
  sum(items, (one) => ratioOf(one) * one.expected) / sum(items, ({ expected }) => expected)

/**
 * Returns weighted quantiles, mixed with the defaults so that few values change them only a little. The lowest and
 * highest quantiles depend on fewer values, so the defaults weigh more there.
 */
function blend(values: readonly { value: number; weight: number }[], defaults: Quantiles, prior: number): Quantiles {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  const total = sum(sorted, ({ weight }) => weight)
  let [at, reached] = [0, sorted[0]?.weight ?? 0]
  let highest = Number.NEGATIVE_INFINITY
  return LEVELS.map((level, i) => {
    while (at < sorted.length - 1 && reached < level * total) reached += sorted[++at]?.weight ?? 0
    const trust = sorted.length * Math.min(1, 4 * Math.max(0.005, Math.min(level, 1 - level)))
    const mixed = (prior * (defaults[i] as number) + trust * (sorted[at]?.value ?? 0)) / (prior + trust)
    return (highest = Math.max(highest, mixed))
  })
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, one) => total + of(one), 0)
