// Reads and saves how the plans of a business estimate times: its traffic factors, and whether they include its pace.
// Reading also returns the factors, arrivals and pace that were measured on its own routes.
import type { TrafficOut } from '../../../contract/traffic.ts'
import { FREE_FLOW, suggestedFactors, type TrafficFactors } from '../../../domain/planning/traffic.ts'
import { measuredHours, readTraffic as factorsOf, saveTraffic as keep } from '../../../store/settings/traffic.ts'
import { type PaceOfPlans, rangesHeld, readPaceOfPlans, savePlansWithPace } from '../../../store/settings/pace.ts'
import { roundToHundredths } from '../../../domain/planning/units.ts'
import type { Tx } from '../../../store/database.ts'
import type { Context } from '../../context.ts'
import { type AuditedChange, changeWithAudit } from '../audited-change.ts'

const DAY_MS = 24 * 3_600_000
const MEASURED_FOR_MS = 60 * DAY_MS
const RANGES_FOR_MS = 30 * DAY_MS

export const readTraffic = (ctx: Context): Promise<TrafficOut> => ctx.read((tx) => trafficIn(ctx, tx))

async function trafficIn(ctx: Context, tx: Tx): Promise<TrafficOut> {
  const since = (ms: number) => ctx.calendar.dayOf(new Date(ctx.now.getTime() - ms))
  const measured = await measuredHours(tx, ctx.timeZone, since(MEASURED_FOR_MS))
  const { deliveries, inside, medianSeconds } = await rangesHeld(tx, ctx.timeZone, since(RANGES_FOR_MS))
  return {
    factors: [...(await factorsOf(tx))],
    measured: suggestedFactors(measured),
    drives: FREE_FLOW.map((_, hour) => measured.find((one) => one.hour === hour)?.drives ?? 0),
    ranges: {
      deliveries,
      inside: deliveries > 0 ? roundToHundredths(inside / deliveries) : null,
      minutes: medianSeconds === null ? null : Math.round(medianSeconds / 60),
    },
    pace: paceToWire(await readPaceOfPlans(tx)),
  }
}

const paceToWire = ({ plan, routes, isUsed }: PaceOfPlans): TrafficOut['pace'] => ({
  used: isUsed,
  routes,
  drive_factor: plan?.driveFactor ?? null,
  stop_minutes: plan ? Math.round(plan.stopSeconds / 6) / 10 : null,
  service_factor: plan?.serviceFactor ?? null,
})

export async function saveTraffic(
  ctx: Context,
  { factors, use_pace: usesPace }: { factors?: TrafficFactors | undefined; use_pace?: boolean | undefined },
): Promise<TrafficOut> {
  const entry: AuditedChange = {
    action: 'traffic.changed',
    entity: 'business',
    entityId: ctx.businessId,
    detail: { ...(factors && { factors }), ...(usesPace !== undefined && { use_pace: usesPace }) },
  }
  return changeWithAudit(ctx, ctx.businessId, entry, async (tx) => {
    if (factors) await keep(tx, factors)
    if (usesPace !== undefined) await savePlansWithPace(tx, usesPace)
    return trafficIn(ctx, tx)
  })
}
