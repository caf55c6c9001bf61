// Areas of vehicles: zones that only certain vehicles serve on some weekdays.
import { WEEKDAYS } from '../../domain/orders/recurrence.ts'
import type { Point } from '../../domain/orders/order.ts'
import type { VehicleRules } from '../../domain/planning/rules.ts'
import type { Tx } from '../../store/database.ts'
import { readZones } from '../../store/zones/zones.ts'
import { notFoundError } from '../business/audited-change.ts'
import type { Context } from '../context.ts'
import { liesIn, zonesInUse } from '../zones/zones-in-use.ts'

export async function refuseUnknownZones(tx: Tx, rules: VehicleRules | null): Promise<void> {
  if (!rules?.areas) return
  const zones = new Set((await readZones(tx)).map(({ zoneId }) => zoneId))
  if (!rules.areas.every(({ zoneId }) => zones.has(zoneId))) throw notFoundError('zone')
}

/**
 * Returns, for each location, the indexes of the vehicles in whose area it lies on that day. Null if no vehicle has an
 * area.
 */
export async function areaVehicles(
  ctx: Context,
  date: string,
  vehicles: readonly { rules: VehicleRules | null }[],
  points: readonly Point[],
): Promise<number[][] | null> {
  const weekday = WEEKDAYS[ctx.calendar.weekdayOf(date) - 1]
  const owners = new Map<string, number[]>()
  for (const [i, { rules }] of vehicles.entries())
    for (const { zoneId, weekdays } of rules?.areas ?? [])
      if (weekday && weekdays.includes(weekday)) owners.set(zoneId, [...(owners.get(zoneId) ?? []), i])
  if (owners.size === 0) return null
  const zones = (await zonesInUse(ctx)).filter(({ zoneId }) => owners.has(zoneId))
  return points.map((point) => [
    ...new Set(zones.filter((zone) => liesIn(point, zone)).flatMap(({ zoneId }) => owners.get(zoneId) ?? [])),
  ])
}
