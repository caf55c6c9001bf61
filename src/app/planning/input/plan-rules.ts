// The rules of vehicles and deliveries as a plan has them.
import { COSTS } from '../../../domain/planning/insertion.ts'
import { inOrder, type OrderRules, overtimeOf, sameName, type VehicleRules } from '../../../domain/planning/rules.ts'
import type { Point } from '../../../domain/orders/order.ts'
import { moreWindowsOf } from '../../../domain/planning/windows.ts'
import type { PlanStop, PlanVehicle } from '../compile/compile-problem.ts'

/** `driver` is who usually drives it. */
export const ofVehicle = (rules: VehicleRules | null, driver: string | null) =>
  ({
    driver,
    skills: rules?.skills ?? [],
    capacityPieces: rules?.capacityPieces ?? null,
    capacityCubicFeet: rules?.capacityCubicFeet ?? null,
    maxWorkMinutes: rules?.maxWorkingMinutes ?? null,
    maxDriveMinutes: rules?.maxDrivingMinutes ?? null,
    overtime: overtimeCost(rules),
    serviceFactor: rules?.serviceFactor ?? 1,
    breaks: inOrder(rules?.breaks ?? []).map(({ start, end, ...rest }) => ({
      windowStart: start,
      windowEnd: end,
      ...rest,
    })),
  }) satisfies Partial<PlanVehicle>

/** Back at its depot, as often as it may be. */
export const reloadAt = (depot: Point, reload: { minutes: number; max: number } | null): PlanVehicle['reload'] =>
  reload && { point: { lat: depot.lat, lng: depot.lng }, minutes: reload.minutes, maxTrips: reload.max + 1 }

function overtimeCost(rules: VehicleRules | null): PlanVehicle['overtime'] {
  const overtime = overtimeOf(rules)
  return overtime && { afterMinutes: overtime.afterMinutes, costPerHour: COSTS.costPerHour * (overtime.factor - 1) }
}

/** `drivers` are those of the plan. */
export function ofStop(rules: OrderRules | null, drivers: readonly (string | null)[]) {
  const { requiredDrivers, excludedDrivers, preferredDrivers } = rules ?? {}
  return {
    moreWindows: moreWindowsOf({ rules }).map(({ start, end }) => ({ windowStart: start, windowEnd: end })),
    priority: rules?.priority ?? 0,
    readyAt: rules?.readyAt ?? null,
    loadPieces: rules?.loadPieces ?? null,
    loadCubicFeet: rules?.loadCubicFeet ?? null,
    pickup: pickupOf(rules),
    skills: rules?.requiredSkills ?? [],
    ...driversOf({ required: requiredDrivers, excluded: excludedDrivers, preferred: preferredDrivers }, drivers),
  } satisfies Partial<PlanStop>
}

/** What is picked up there to be brought back; null where nothing is. */
export const pickupOf = (rules: OrderRules | null): NonNullable<PlanStop['pickup']> | null => {
  const { pickupWeightLbs, pickupPieces, pickupCubicFeet } = rules ?? {}
  return pickupWeightLbs || pickupPieces || pickupCubicFeet
    ? { weightLbs: pickupWeightLbs ?? null, pieces: pickupPieces ?? null, cubicFeet: pickupCubicFeet ?? null }
    : null
}

/** Where of the plan its goods are picked up; nothing where that is at the depot. */
export const goodsFrom = (giver: number | undefined, rules: OrderRules | null | undefined): Pick<PlanStop, 'from'> =>
  giver === undefined ? {} : { from: { stop: giver, maxMinutes: rules?.maxRideMinutes ?? null } }

type Names = readonly string[] | null | undefined

/** Drivers get the names that those of the plan have; others keep theirs, and no vehicle has them. */
export function driversOf(
  { required, excluded, preferred }: { required: Names; excluded: Names; preferred: Names },
  drivers: readonly (string | null)[],
): Pick<PlanStop, 'drivers'> {
  const named = (names: Names): string[] =>
    (names ?? []).map((name) => drivers.find((one) => one !== null && sameName(one, name)) ?? name)
  const asked = { required: named(required), excluded: named(excluded), preferred: named(preferred) }
  return Object.values(asked).some((names) => names.length > 0) ? { drivers: asked } : {}
}
