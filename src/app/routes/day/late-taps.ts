// Lists drivers' taps that were refused because they arrived too late, grouped by stop. The office records or dismisses
// them.
import { dayToWire } from '../../../contract/fields.ts'
import type { ExceptionsOut } from '../../../contract/exceptions.ts'
import { reportedOutcome } from '../../../domain/routes/late-taps.ts'
import { lateTapsOn, type LateTapOfDay } from '../../../store/routes/driver-taps.ts'
import { refusedProofs } from '../../../store/routes/refused-proofs.ts'
import type { Tx } from '../../../store/database.ts'
import type { Context } from '../../context.ts'
import { proofUrl } from '../../driving/proofs/proof-links.ts'

type LateStop = ExceptionsOut['late_taps'][number]

/** Maximum listed taps. Nobody reads more before handling the first of them. */
const MAX_COUNT = 500

/**
 * Returns the late taps of the day's routes, oldest first. If the day is today, the list also has the late taps of
 * earlier days.
 */
export async function lateTaps(ctx: Context, tx: Tx, date: string): Promise<LateStop[]> {
  const isToday = date === ctx.calendar.dayOf(ctx.now)
  const taps = await lateTapsOn(tx, date, isToday, MAX_COUNT)
  const proofs = await refusedProofs(tx, [...new Set(taps.map(({ routeId }) => routeId))])
  const links = { ...ctx, publicUrl: ctx.actor.kind === 'OFFICE' ? '' : ctx.publicUrl }
  const byStop = Map.groupBy(taps, ({ routeId, stopId }) => `${routeId} ${stopId}`)
  return [...byStop.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const { routeId, stopId } = first
    const own = proofs.filter((proof) => proof.routeId === routeId && proof.stopId === stopId)
    const pictures = own.map(({ proofId, kind, item }) => ({
      kind,
      ...(item && { item: item.name }),
      url: proofUrl(proofId, ctx.now, links),
    }))
    return [{ ...stopToWire(first, some), pictures }]
  })
}

const stopToWire = (stop: LateTapOfDay, taps: readonly LateTapOfDay[]): Omit<LateStop, 'pictures'> => ({
  route_uuid: stop.routeId,
  route_name: stop.routeName,
  date: dayToWire(stop.day),
  stop_uuid: stop.stopId,
  order_uuid: stop.orderId,
  external_ref: stop.externalRef,
  line1: stop.line1,
  order_status: stop.orderStatus,
  reported: stop.stopId
    ? reportedOutcome(
        taps.map(({ kind }) => kind),
        stop.stopStatus,
      )
    : null,
  taps: taps.map(({ kind, claimedAt, receivedAt, reason, notes, refused }) => ({
    kind,
    at: claimedAt.toISOString(),
    received_at: receivedAt.toISOString(),
    reason,
    notes,
    refused,
  })),
})
