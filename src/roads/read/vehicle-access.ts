// Access as a requirement of the vehicle. Access is evaluated for vehicles below, at and above each limit in the tags.
import { MAX_VEHICLE_SIZE, type Measure, MEASURES, type VehicleSize } from '../../domain/planning/road-vehicle.ts'
import { ALWAYS, areSameHours, isAlways, type WeekHours } from '../../domain/planning/week-hours.ts'
import type { Profile } from '../profile.ts'
import { cellOf, NEVER, NO_REQUIREMENT, type Requirements } from '../requirements.ts'
import type { HourlyAccess } from './access-hours.ts'
import type { LimitValue } from './conditions.ts'
import { type Access, DESTINATION, NO, YES } from './access-level.ts'

export interface VehicleAccess {
  /** Highest access of any vehicle of the kind at any hour. */
  access: Access
  /** Requirement for through traffic. `NEVER` if `access` is `DESTINATION` or `NO`. */
  through: number
  /** Requirement for drives that begin or end here. `NEVER` if `access` is `NO`. */
  local: number
  /** Hours of a vehicle of usual size. */
  hours: HourlyAccess['hours']
  /** Hours by size. Null if they are the same for all sizes. */
  sized: SizedHours | null
}

/** Hours of each combination of cells, like `SizeCondition`. */
export interface SizedHours {
  limits: Limits
  hours: readonly HourlyAccess['hours'][]
}

/** Returns the hours for a vehicle of this size. */
export const hoursOfSize = (
  { hours, sized }: Pick<VehicleAccess, 'hours' | 'sized'>,
  size: VehicleSize,
): HourlyAccess['hours'] => (sized ? sized.hours[cellOf(sized.limits, size)]! : hours)

/** Returns whether the access differs between vehicles of the kind, or between hours of through traffic. */
export const hasRequirement = ({ through, local }: VehicleAccess): boolean =>
  through > NO_REQUIREMENT || local > NO_REQUIREMENT

/** Number of sizes, and of sizes at all moments, above which the access is that of the usual size. */
const MAX_SIZES = 5_000
const MAX_EVALUATIONS = 20_000

/**
 * Returns the access of all vehicles of a kind. `accessOf` evaluates it for one size, at `moments` of the week. If `isHourly`, through traffic may use the
 * road within its hours. Otherwise, only a road that is open to it at all hours.
 */
export function vehicleAccess(
  profile: Profile,
  values: readonly LimitValue[],
  accessOf: (profile: Profile) => HourlyAccess,
  requirements: Requirements,
  { isHourly, moments }: { isHourly: boolean; moments: number },
): VehicleAccess {
  const usual = accessOf(profile)
  const limits = limitsByMeasure(values, MAX_VEHICLE_SIZE)
  const measures = Object.keys(limits) as Measure[]
  const sizes = measures.reduce((product, measure) => product * (2 * limits[measure]!.length + 1), 1)
  const cells =
    sizes === 1 || sizes > MAX_SIZES || sizes * moments > MAX_EVALUATIONS
      ? [usual]
      : sizesOf(limits, MAX_VEHICLE_SIZE).map((size) => accessOf({ ...profile, ...size }))
  const cut = cells.length === 1 ? {} : limits
  const throughHours = ({ access, hours }: HourlyAccess): WeekHours =>
    isHourly && hours ? hours.through : access === YES ? ALWAYS : []
  const through = requirementOf(requirements, cut, cells.map(throughHours))
  const isLocal = ({ access, hours }: HourlyAccess): boolean =>
    access !== NO || (isHourly && hours !== null && hours.local.length > 0)
  const local = requirementOf(
    requirements,
    cut,
    cells.map((cell) => (isLocal(cell) ? ALWAYS : [])),
  )
  const isSized = cells.length > 1 && cells.some(({ hours }) => hours !== null)
  return {
    access: through !== NEVER ? YES : local !== NEVER ? DESTINATION : NO,
    through,
    local,
    hours: usual.hours,
    sized: isSized ? { limits, hours: cells.map(({ hours }) => hours) } : null,
  }
}

type Limits = Partial<Record<Measure, readonly number[]>>

/** Returns the limits in the order of `MEASURES`, each sorted. */
function limitsByMeasure(values: readonly LimitValue[], max: VehicleSize): Limits {
  const limits: Partial<Record<Measure, number[]>> = {}
  for (const measure of MEASURES) {
    const own = values.filter(([one, limit]) => one === measure && limit <= max[measure] && limit > 0)
    if (own.length > 0) limits[measure] = [...new Set(own.map(([, limit]) => limit))].sort((a, b) => a - b)
  }
  return limits
}

/** Returns a size in each combination of cells. The cells of the last measure vary fastest. */
function sizesOf(limits: Limits, max: VehicleSize): Partial<VehicleSize>[] {
  let sizes: Partial<VehicleSize>[] = [{}]
  for (const [measure, cuts] of Object.entries(limits) as [Measure, readonly number[]][]) {
    const values = cuts.flatMap((limit, i) => [(limit + (cuts[i - 1] ?? 0)) / 2, limit])
    // The value for the largest vehicles lies between the highest limit and the maximum.
    values.push(((cuts.at(-1) ?? 0) + max[measure]) / 2)
    sizes = sizes.flatMap((size) => values.map((value) => ({ ...size, [measure]: value })))
  }
  return sizes
}

/** Returns the requirement of a road with these hours in each combination of cells. */
function requirementOf(requirements: Requirements, limits: Limits, hours: readonly WeekHours[]): number {
  if (hours.every((one) => one.length === 0)) return NEVER
  if (hours.every(isAlways)) return NO_REQUIREMENT
  const maxima = plainMaxima(limits, hours)
  if (maxima) return requirements.of(maxima)
  const [first] = hours
  const isSame = hours.every((one) => areSameHours(one, first!))
  return requirements.of({}, isSame ? { limits: {}, hours: [first!] } : { limits, hours })
}

/** A value just below a limit. */
const JUST_BELOW = 1 - 1e-9

/** Returns the maximum of each measure. Null if the hours are not those of independent maxima. */
function plainMaxima(limits: Limits, hours: readonly WeekHours[]): Partial<VehicleSize> | null {
  if (!hours.every((one) => one.length === 0 || isAlways(one))) return null
  const entries = Object.entries(limits) as [Measure, readonly number[]][]
  const steps = entries.map((_, i) =>
    entries.slice(i + 1).reduce((product, [, cuts]) => product * (2 * cuts.length + 1), 1),
  )
  const cells = entries.map(([, cuts]) => 2 * cuts.length + 1)
  const isOpen = (at: number): boolean => hours[at]!.length > 0
  const last = entries.map((_, i) => {
    let cell = -1
    while (cell + 1 < cells[i]! && isOpen((cell + 1) * steps[i]!)) cell++
    return cell
  })
  const isWithin = (at: number): boolean => entries.every((_, i) => Math.floor(at / steps[i]!) % cells[i]! <= last[i]!)
  if (!hours.every((_, at) => isOpen(at) === isWithin(at))) return null
  return Object.fromEntries(
    entries.flatMap(([measure, cuts], i) => {
      const cell = last[i]!
      if (cell === cells[i]! - 1) return []
      const limit = cuts[cell >> 1]!
      return [[measure, cell % 2 === 1 ? limit : limit * JUST_BELOW]]
    }),
  )
}
