// Reports of drivers that the street of a stop is wrong on the map. The office answers each report with the hours of the
// address, or dismisses it.
import { dayToWire } from '../../contract/fields.ts'
import type { ExceptionsOut } from '../../contract/exceptions.ts'
import { routeRefusal } from '../../domain/routes/route.ts'
import { atAddresses } from '../../store/addresses/address-street-hours.ts'
import { audit } from '../../store/audit/audit.ts'
import { readStreetReports, resolveStreetReports, type StreetReport } from '../../store/routes/street-reports.ts'
import type { Tx } from '../../store/database.ts'
import type { Context } from '../context.ts'
import { missing, throwIfRefused } from '../errors.ts'
import { hoursOfStreets, type HoursByKind } from '../orders/street-of.ts'
import { lockedRoute, stopOnLockedRoute, type StopRef } from '../routes/locked-route.ts'

/** Records the report, whose reason and notes are those of the tap. */
export const reportStreet = (ctx: Context, ref: StopRef, reason: string | null): Promise<void> =>
  ctx.write(async (tx) => {
    const { route, stop } = await stopOnLockedRoute(tx, ref)
    throwIfRefused(routeRefusal(route.status, 'work'))
    audit(tx, ctx, { action: 'stop.street_reported', entity: 'stop', entityId: stop.stopId, detail: { reason } })
  })

/** Dismisses the reports about the street of a stop, for the office. */
export const dismissStreetReports = (ctx: Context, { routeId, stopId }: StopRef): Promise<void> =>
  ctx.write(async (tx) => {
    await lockedRoute(tx, routeId)
    if ((await resolveStreetReports(tx, [stopId], ctx.now)) === 0) throw missing('report about the street of that stop')
    audit(tx, ctx, { action: 'stop.street_report_dismissed', entity: 'stop', entityId: stopId })
  })

/** Maximum listed reports. Nobody reads more of them one by one. */
const MAX_COUNT = 50

/** Returns the reports of the day's routes, oldest first. If the day is today, also those of earlier days. */
export const streetReportsOn = async (ctx: Context, tx: Tx, date: string): Promise<StreetReport[]> =>
  atAddresses(tx, await readStreetReports(tx, { date, andBefore: date === ctx.calendar.dayOf(ctx.now) }, MAX_COUNT))

/** Converts the reports, with a link to the street on the map. Call it outside a transaction, because it asks the road data. */
export async function streetReportsToWire(
  ctx: Context,
  reports: readonly StreetReport[],
): Promise<ExceptionsOut['streets']> {
  const hours = await hoursOfStreets(
    ctx,
    reports.map(({ point }) => point),
  )
  return reports.map((report, i) => ({
    route_uuid: report.routeId,
    route_name: report.routeName,
    date: dayToWire(report.day),
    stop_uuid: report.stopId,
    order_uuid: report.orderId,
    external_ref: report.externalRef,
    line1: report.address.line1,
    reason: report.reason,
    notes: report.notes,
    at: report.at.toISOString(),
    map_url: mapUrl(report, hours[i]),
    address_street_hours: report.rules?.addressHours ?? null,
  }))
}

function mapUrl({ point }: StreetReport, hours: HoursByKind | undefined): string | null {
  const [source] = hours?.CAR?.sources ?? hours?.TRUCK?.sources ?? []
  if (source) return `https://www.openstreetmap.org/${source.type}/${source.id}`
  return point && `https://www.openstreetmap.org/?mlat=${point.lat}&mlon=${point.lng}#map=19/${point.lat}/${point.lng}`
}
