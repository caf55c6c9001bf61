// Where drivers have delivered lately, and how usual it is that one of them serves a place.
import type { Point } from '../orders/order.ts'

/** The side of an area: some 1,100 m from north to south. */
export const AREA_DEGREES = 0.01
/** What happened longer ago is no habit. */
export const HABIT_DAYS = 60
/** Fewer deliveries in an area say nothing. */
const LEAST_DELIVERIES = 3

/** A driver's deliveries in one area, by its row and column on the map. */
export interface AreaVisits {
  driverId: string
  row: number
  column: number
  deliveries: number
}

/** By driver and point: the driver's share of all deliveries in the point's area. Null where none has a habit there. */
export function usualShares(
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
      return driverId === null || total < LEAST_DELIVERIES ? 0 : (own.get(`${driverId} ${area}`) ?? 0) / total
    }),
  )
  return shares.some((row) => row.some((share) => share > 0)) ? shares : null
}
