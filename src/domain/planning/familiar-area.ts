// Areas in which drivers have delivered recently, and how familiar a driver is with a location.
import type { Point } from '../orders/order.ts'

/** Side of an area in degrees: about 1,100 m from north to south. */
export const AREA_DEGREES = 0.01
/** Number of days after which deliveries no longer count as a habit. */
export const HABIT_DAYS = 60
/** Minimum number of deliveries in an area. Fewer are not significant. */
const MIN_DELIVERIES = 3

/** A driver's deliveries in one area. `row` and `column` are its indexes in the grid. */
export interface AreaVisits {
  driverId: string
  row: number
  column: number
  deliveries: number
}

/**
 * Returns, for each driver and point, the driver's share of all deliveries in the point's area. Null if no driver has a
 * habit in any of these areas.
 */
export function familiarShares(
  visits: readonly AreaVisits[],
  driverIds: readonly (string | null)[],
  points: readonly Point[],
): number[][] | null {
  const totals = new Map<string, number>()
  const own = new Map<string, number>()
  for (const { driverId, row, column, deliveries } of visits) {
    const area = `${row} ${column}`
    totals.set(area, (totals.get(area) ?? 0) + deliveries)
    own.set(`${driverId} ${area}`, deliveries)
  }
  const areas = points.map(({ lat, lng }) => `${Math.floor(lat / AREA_DEGREES)} ${Math.floor(lng / AREA_DEGREES)}`)
  const shares = driverIds.map((driverId) =>
    areas.map((area) => {
      const total = totals.get(area) ?? 0
      return driverId === null || total < MIN_DELIVERIES ? 0 : (own.get(`${driverId} ${area}`) ?? 0) / total
    }),
  )
  return shares.some((row) => row.some((share) => share > 0)) ? shares : null
}
