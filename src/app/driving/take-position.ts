// Stores the driver's location while the route is under way, with the vehicle's stays at stops, and updates the arrival
// times of the remaining stops.
import type { z } from 'zod'
import type { Position } from '../../contract/driver.ts'
import { stayWith } from '../../domain/forecast/stays.ts'
import { straightLineMeters } from '../../domain/geo/geo.ts'
import type { Point } from '../../domain/orders/order.ts'
import { savePosition } from '../../store/routes/driver-taps.ts'
import { lastPositions } from '../../store/routes/routes.ts'
import { openDoors, saveStay } from '../../store/routes/stays.ts'
import type { Context, WriteTx } from '../context.ts'
import { lockedRoute } from '../routes/locked-route.ts'
import { projectEtas } from '../routes/retime.ts'

export async function takePosition(
  ctx: Context,
  routeId: string,
  { lat, lng, accuracy_meters: accuracyMeters = null }: z.input<typeof Position>,
): Promise<void> {
  const seen = { point: { lat, lng }, at: ctx.now }
  await ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    if (route.status !== 'IN_PROGRESS') return
    await noteStay(tx, routeId, seen, accuracyMeters)
    await savePosition(tx, routeId, seen)
    await projectEtas(ctx, tx, route, [], seen)
  })
}

/** Stores the vehicle's stay at an open stop, if this position begins or continues one. */
async function noteStay(
  tx: WriteTx,
  routeId: string,
  { point, at }: { point: Point; at: Date },
  accuracyMeters: number | null,
): Promise<void> {
  const before = (await lastPositions(tx, [routeId])).get(routeId)
  if (!before) return
  const doors = await openDoors(tx, routeId)
  const distances = doors.map(({ stay, point: door }) => ({
    stay: stay && { from: epoch(stay.from), until: epoch(stay.to) },
    meters: straightLineMeters(door, point),
    metersBefore: straightLineMeters(door, before),
  }))
  const stayed = stayWith(distances, { at: epoch(at), accuracyMeters, previousAt: epoch(before.at) })
  const door = stayed && doors[stayed.index]
  if (door) await saveStay(tx, door.stopId, { from: instant(stayed.stay.from), to: instant(stayed.stay.until) })
}

const epoch = (date: Date): number => date.getTime() / 1000
const instant = (seconds: number): Date => new Date(Math.round(seconds * 1000))
