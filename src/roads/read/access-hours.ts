// Access that depends on the hours of the week, such as that of a pedestrian street that is open to deliveries in the
// morning.
import {
  ALWAYS,
  containsHours,
  isAlways,
  isWithin,
  WEEK_MINUTES,
  type WeekHours,
  weekHours,
} from '../../domain/planning/week-hours.ts'
import { type Access, DESTINATION, NO, YES } from './access-level.ts'
import type { ConditionHours, Moment, ReadHours } from './conditions.ts'

/** Hours in which a way or node is open: for all drives, and for drives to a location on the way. */
export interface AccessHours {
  through: WeekHours
  local: WeekHours
}

export interface HourlyAccess {
  /** `YES` if open during all hours that through traffic needs. `DESTINATION` also if drives to a location are possible only at some hours. */
  access: Access
  /** Null if the access is the same at all hours. */
  hours: AccessHours | null
}

const DAY = 24 * 60
/**
 * Hours of ordinary deliveries: Monday to Friday, 6 AM to 8 PM. A large road is open to through traffic if it is open in all
 * of these hours.
 */
export const DELIVERY_HOURS: WeekHours = [0, 1, 2, 3, 4].map(
  (day) => [day * DAY + 6 * 60, day * DAY + 20 * 60] as const,
)

/**
 * Evaluates access over the week. Through traffic needs all of the `throughHours`. `conditions` are the hours that the access
 * depends on. `accessAt` returns the access for through traffic and for local drives. While a condition is uncertain, the lower
 * access counts. If local drives then have no hours, they use the hours in which the uncertain conditions are not met.
 */
export function accessOverWeek(
  conditions: readonly ConditionHours[],
  read: ReadHours,
  accessAt: (isLocal: boolean, moment?: Moment) => Access,
  throughHours: WeekHours = ALWAYS,
): HourlyAccess {
  if (conditions.length === 0) return { access: throughOrLocal(accessAt(false), accessAt(true)), hours: null }
  const starts = startsOf(conditions)
  const spansWhere = (isOpen: (moment: Moment) => boolean, states: readonly boolean[]): WeekHours =>
    weekHours(
      starts.flatMap((minute, i) => {
        const open = states.every((metIfPossible) => isOpen({ minute, metIfPossible, read }))
        return open ? [[minute, starts[i + 1] ?? WEEK_MINUTES] as const] : []
      }),
    )
  const isOpenToLocal = (moment: Moment): boolean => accessAt(true, moment) !== NO || accessAt(false, moment) === YES
  const through = spansWhere((moment) => accessAt(false, moment) === YES, [false, true])
  const always = spansWhere(isOpenToLocal, [false, true])
  const local = always.length > 0 ? always : spansWhere(isOpenToLocal, [false])
  const isThrough = containsHours(through, throughHours)
  return {
    access: isThrough ? YES : local.length > 0 ? DESTINATION : NO,
    hours: isConstant(through) && isConstant(local) ? null : { through, local },
  }
}

/**
 * Returns the moments of `DELIVERY_HOURS` at which a condition changes. Each moment occurs twice: with and without the
 * conditions that may be met.
 */
export const momentsIn = (conditions: readonly ConditionHours[], read: ReadHours): Moment[] =>
  startsOf([...conditions, { certain: DELIVERY_HOURS, possible: DELIVERY_HOURS }])
    .filter((minute) => isWithin(DELIVERY_HOURS, minute))
    .flatMap((minute) => [false, true].map((metIfPossible) => ({ minute, metIfPossible, read })))

const isConstant = (hours: WeekHours): boolean => hours.length === 0 || isAlways(hours)

const throughOrLocal = (through: Access, local: Access): Access =>
  through === YES ? YES : local === NO ? NO : DESTINATION

/** Returns the number of moments of the week at which access is evaluated. */
export const momentCount = (conditions: readonly ConditionHours[]): number => startsOf(conditions).length

/** Returns the minutes at which a condition may begin or end to be met. */
const startsOf = (conditions: readonly ConditionHours[]): number[] =>
  [...new Set([0, ...conditions.flatMap(({ certain, possible }) => [...certain, ...possible].flat())])]
    .filter((minute) => minute < WEEK_MINUTES)
    .sort((a, b) => a - b)
