// Stores the service time of a settled delivery for its address. If the driver's phone reported its location, also
// stores the location of the door. An undone or corrected outcome is removed or replaced.
import { placeConfirmedByVisits, handedOverAt, visitMinutes, MAX_ACCURACY_METERS } from '../../domain/planning/visit.ts'
import { phoneLocationsAtTaps } from '../../store/routes/driver-taps.ts'
import { confirmLocation } from '../../store/addresses/confirmed-locations.ts'
import { forgetVisit, storeVisit, visitsTo } from '../../store/routes/place-visits.ts'
import { readStop, type StopRead } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'

export async function recordVisit(ctx: Context, tx: WriteTx, stop: StopRead): Promise<void> {
  const minutes = visitMinutes(stop)
  if (minutes === null || !stop.finishedAt) return
  const { stopId, address, finishedAt: at } = stop
  const places = await phoneLocationsAtTaps(tx, stop, ['ARRIVE', 'DELIVERED'], MAX_ACCURACY_METERS)
  const handedOver = handedOverAt(places.get('ARRIVE') ?? null, places.get('DELIVERED') ?? null)
  await storeVisit(tx, { stopId, address, minutes, at, handedOver })
  if (!handedOver) return
  const visits = await visitsTo(tx, address)
  const place = placeConfirmedByVisits(
    visits.flatMap((visit) => visit.handedOver ?? []),
    stop,
  )
  if (place) await confirmLocation(tx, address, place, 'DELIVERIES', ctx.now)
}

/** Like `recordVisit`, but does nothing while the outcome is in its undo window. */
export async function recordSettledVisit(
  ctx: Context,
  tx: WriteTx,
  { routeId, stopId }: { routeId: string; stopId: string | null },
): Promise<void> {
  const stop = stopId && (await readStop(tx, routeId, stopId))
  if (stop && !stop.settlesAt) await recordVisit(ctx, tx, stop)
}

/** Removes the visit that was stored for the previous outcome, and stores the visit of the current outcome. */
export async function replaceVisit(ctx: Context, tx: WriteTx, stop: StopRead): Promise<void> {
  await forgetVisit(tx, stop.stopId)
  await recordVisit(ctx, tx, stop)
}
