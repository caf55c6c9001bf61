// Warnings about unwise plans made by hand: overloads, missing skills, wrong drivers, long routes.
import { firstThreeOf, joinedByOr, type Parameter, text, type Text } from '../../texts/text.ts'
import { type Formats, measureFigure, symbolOf, type Units } from '../formats.ts'
import type { WithGoods } from '../planning/goods.ts'
import { overtimeOf, isSameName, type VehicleRules } from '../planning/rules.ts'
import { FINISHED_STOP } from './stop.ts'
import { heaviestLoads } from './trips.ts'
import { sum } from '../sum.ts'
import type { ManualStop, ManualVehicle } from './manual-planning.ts'

export const WARNING_CODES = [
  'CAPACITY',
  'MAX_STOPS',
  'SKILL',
  'DRIVER',
  'UNREACHABLE',
  'LATE',
  'STREET_HOURS',
  'SHIFT',
  'WORKING_TIME',
  'DRIVING_TIME',
  'OVERTIME',
  'BREAK',
  'READY',
  'PAIR',
  'SILENT',
] as const

export interface Warning {
  code: (typeof WARNING_CODES)[number]
  message: Text
}

/**
 * Returns warnings if the stops exceed the vehicle's capacity (per trip) or number of stops, or need a skill or driver
 * that it doesn't have. Also warns if goods aren't picked up earlier on the route. `driver` is a name, or null if
 * unknown.
 */
export function loadWarnings(
  vehicle: ManualVehicle,
  stops: readonly Loaded[],
  driver: string | null,
  { units }: Pick<Formats, 'units'>,
): Warning[] {
  const { maxStops, name } = vehicle
  const warnings = overloads(vehicle, stops).map(({ capacity, unit, load: asked, trip }): Warning => {
    const over = text('{more} more than {vehicle} carries ({load} of {capacity})', {
      more: amount(asked - capacity, unit, units),
      vehicle: name,
      load: figure(asked, unit, units),
      capacity: amount(capacity, unit, units),
    })
    return { code: 'CAPACITY', message: trip === null ? over : text('Load {trip}: {over}', { trip, over }) }
  })
  if (maxStops !== null && stops.length > maxStops)
    warnings.push({
      code: 'MAX_STOPS',
      message: text('{count} stops; {vehicle} takes at most {most}', {
        count: stops.length,
        vehicle: name,
        most: maxStops,
      }),
    })
  const open = stops.filter(({ status }) => !FINISHED_STOP[status])
  return [...warnings, ...skillWarnings(vehicle, open), ...driverWarnings(open, driver), ...goodsWarnings(stops)]
}

/** Returns a warning for each delivery whose goods are picked up at a stop that isn't before it on the route. */
function goodsWarnings(stops: readonly Loaded[]): Warning[] {
  return stops.flatMap(({ externalRef, status, rules }, i) => {
    const from = rules?.goodsFrom
    if (from === undefined || FINISHED_STOP[status]) return []
    const giver = stops.findIndex((stop) => stop.externalRef === from)
    if (giver >= 0 && giver < i) return []
    const where = text(giver < 0 ? 'which is not on this route' : 'which comes after it')
    return [
      {
        code: 'PAIR' as const,
        message: text('{delivery} has its goods from {from}, {where}', { delivery: externalRef, from, where }),
      },
    ]
  })
}

type Loaded = Pick<ManualStop, 'externalRef' | 'status' | 'loadWeightLbs' | 'rules' | 'trip'>

/** Returns the load beyond capacity as a share of the capacity, summed over trips and measures. */
export const overload = (vehicle: ManualVehicle, stops: readonly Loaded[]): number =>
  sum(overloads(vehicle, stops), ({ load, capacity }) => (load - capacity) / Math.max(1, capacity))

export const POUNDS = {
  load: ({ loadWeightLbs }: Pick<ManualStop, 'loadWeightLbs'>) => loadWeightLbs,
  pickup: ({ rules }: WithGoods) => rules?.pickupWeightLbs,
}
export const PIECES = {
  load: ({ rules }: WithGoods) => rules?.loadPieces,
  pickup: ({ rules }: WithGoods) => rules?.pickupPieces,
}
export const CUBIC_FEET = {
  load: ({ rules }: WithGoods) => rules?.loadCubicFeet,
  pickup: ({ rules }: WithGoods) => rules?.pickupCubicFeet,
}

/** Returns the overloads by measure and trip. `trip` is null if there is only one. */
function overloads({ capacityLbs, rules }: ManualVehicle, stops: readonly Loaded[]) {
  const measures = [
    [capacityLbs, 'weight', heaviestLoads(stops, POUNDS)],
    [rules?.capacityPieces ?? null, 'pieces', heaviestLoads(stops, PIECES)],
    [rules?.capacityCubicFeet ?? null, 'volume', heaviestLoads(stops, CUBIC_FEET)],
  ] as const
  return measures[0][2].flatMap((_, i) =>
    measures.flatMap(([capacity, unit, loads]) => {
      const load = loads[i] ?? 0
      return capacity !== null && load > capacity
        ? [{ capacity, unit, load, trip: loads.length > 1 ? i + 1 : null }]
        : []
    }),
  )
}

function skillWarnings({ name, rules }: ManualVehicle, stops: readonly Loaded[]): Warning[] {
  const lacking = new Map<string, string[]>()
  for (const stop of stops)
    for (const skill of stop.rules?.requiredSkills ?? [])
      if (!rules?.skills?.includes(skill)) lacking.set(skill, [...(lacking.get(skill) ?? []), stop.externalRef])
  return [...lacking].map(([skill, refs]) => ({
    code: 'SKILL',
    message:
      refs.length === 1
        ? text('{deliveries} needs {skill}, which {vehicle} lacks', {
            deliveries: firstThreeOf(refs),
            skill,
            vehicle: name,
          })
        : text('{deliveries} need {skill}, which {vehicle} lacks', {
            deliveries: firstThreeOf(refs),
            skill,
            vehicle: name,
          }),
  }))
}

function driverWarnings(stops: readonly Loaded[], driver: string | null): Warning[] {
  const named = (names: readonly string[] | undefined) =>
    names?.some((one) => driver !== null && isSameName(one, driver))
  const lacks = stops.filter(({ rules }) => rules?.requiredDrivers && !named(rules.requiredDrivers))
  const excluded = stops.filter(({ rules }) => named(rules?.excludedDrivers))
  return [
    ...lacks.map(({ externalRef, rules }) => ({
      code: 'DRIVER' as const,
      message: text('{delivery} needs {drivers} as its driver', {
        delivery: externalRef,
        drivers: joinedByOr(rules?.requiredDrivers ?? []),
      }),
    })),
    ...(excluded.length > 0
      ? [
          {
            code: 'DRIVER' as const,
            message: text('{deliveries} must not be driven by {driver}', {
              deliveries: firstThreeOf(excluded.map(({ externalRef }) => externalRef)),
              driver: driver ?? '',
            }),
          },
        ]
      : []),
  ]
}

/** Returns warnings, in minutes, for exceeding the vehicle's working time, driving time or start of overtime. */
export function lengthWarnings(
  rules: VehicleRules | null,
  route: { workMinutes: number; driveMinutes: number; unpaidMinutes?: number },
): Warning[] {
  const overtime = overtimeOf(rules)
  const limits = [
    ['WORKING_TIME', route.workMinutes, rules?.maxWorkingMinutes, '{over} min longer out than allowed'],
    ['DRIVING_TIME', route.driveMinutes, rules?.maxDrivingMinutes, '{over} min longer at the wheel than allowed'],
    ['OVERTIME', route.workMinutes - (route.unpaidMinutes ?? 0), overtime?.afterMinutes, '{over} min of overtime'],
  ] as const
  return limits.flatMap(([code, minutes, most, sentence]) => {
    const over = Math.floor(minutes - (most ?? Infinity))
    return over > 0 ? [{ code, message: text(sentence, { over }) }] : []
  })
}

type Loading = 'weight' | 'pieces' | 'volume'

const figure = (value: number, of: Loading, units: Units): string =>
  of === 'pieces' ? Math.round(value).toLocaleString('en-US') : measureFigure(units, of, value)

function amount(value: number, of: Loading, units: Units): Parameter {
  const said = figure(value, of, units)
  if (of === 'pieces') return said === '1' ? text('1 piece') : text('{count} pieces', { count: said })
  return `${said} ${symbolOf(units, of)}`
}
