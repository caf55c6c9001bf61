// A delivery that settled says how long one takes at its place; one taken back or corrected says so no longer.
import { visitMinutes } from '../../domain/visit.ts'
import { forgetVisit, keepVisit } from '../../store/place-visits.ts'
import type { StopRead } from '../../store/stops.ts'
import type { Context, WriteTx } from '../context.ts'

export async function learnVisit(ctx: Context, tx: WriteTx, stop: StopRead): Promise<void> {
  const minutes = visitMinutes(stop)
  if (minutes === null || !stop.finishedAt) return
  const { stopId, address, finishedAt: at } = stop
  await keepVisit(tx, ctx.businessId, { stopId, address, minutes, at })
}

/** What was learnt of the outcome before it changed goes; what it is now counts. */
export async function relearnVisit(ctx: Context, tx: WriteTx, stop: StopRead): Promise<void> {
  await forgetVisit(tx, ctx.businessId, stop.stopId)
  await learnVisit(ctx, tx, stop)
}
