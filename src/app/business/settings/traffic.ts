// Reads and saves the traffic factors of a business. Reading also returns the factors measured from its own drives.
import type { TrafficOut } from '../../../contract/settings.ts'
import { FREE_FLOW, suggestedFactors, type TrafficFactors } from '../../../domain/planning/traffic.ts'
import { measuredHours, readTraffic as factorsOf, saveTraffic as keep } from '../../../store/settings/traffic.ts'
import type { Tx } from '../../../store/database.ts'
import type { Context } from '../../context.ts'
import { type AuditedChange, changeWithAudit } from '../audited-change.ts'

const MEASURED_FOR_MS = 60 * 24 * 3_600_000

export const readTraffic = (ctx: Context): Promise<TrafficOut> => ctx.read((tx) => trafficIn(ctx, tx))

async function trafficIn(ctx: Context, tx: Tx): Promise<TrafficOut> {
  const since = ctx.calendar.dayOf(new Date(ctx.now.getTime() - MEASURED_FOR_MS))
  const measured = await measuredHours(tx, ctx.timeZone, since)
  return {
    factors: [...(await factorsOf(tx))],
    measured: suggestedFactors(measured),
    drives: FREE_FLOW.map((_, hour) => measured.find((one) => one.hour === hour)?.drives ?? 0),
  }
}

export async function saveTraffic(ctx: Context, factors: TrafficFactors): Promise<TrafficOut> {
  const entry: AuditedChange = {
    action: 'traffic.changed',
    entity: 'business',
    entityId: ctx.businessId,
    detail: { factors },
  }
  return changeWithAudit(ctx, ctx.businessId, entry, async (tx) => {
    await keep(tx, factors)
    return trafficIn(ctx, tx)
  })
}
