// Stores the driver's check of the load before the start, one result per load of the route. A later check replaces an
// earlier one.
import type { LoadFound } from '../../contract/driver.ts'
import { normalizeCode, piecesOf } from '../../domain/orders/pieces.ts'
import { routeRefusal } from '../../domain/routes/route.ts'
import { audit } from '../../store/audit/audit.ts'
import { readRouteDetails } from '../../store/routes/order-details.ts'
import { saveLoadChecks } from '../../store/routes/routes.ts'
import { readStops } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { throwIfRefused } from '../errors.ts'
import { lockedRoute } from '../routes/locked-route.ts'

export const checkLoad = (ctx: Context, routeId: string, found: LoadFound, at: Date): Promise<void> =>
  ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    throwIfRefused(routeRefusal(route.status, 'work'))
    const items = await readRouteDetails(tx, routeId)
    const stops = await readStops(tx, [routeId])
    const pieces = stops
      // Last stop first, in the order of the driver page. If several stops have pieces with the same code, each scan
      // counts for one of them.
      .toSorted((a, b) => Number(b.trip === found.trip) - Number(a.trip === found.trip) || b.sequence - a.sequence)
      .flatMap((stop) =>
        piecesOf({ ...stop, items: items.get(stop.stopId)?.items ?? null }).map(({ code }) => ({ code, stop })),
      )
    const owners = Map.groupBy(pieces, ({ code }) => normalizeCode(code))
    const known = (codes: readonly string[]) =>
      codes.flatMap((code) => {
        const piece = owners.get(normalizeCode(code))?.shift()
        return piece ? [{ code, stop: piece.stop }] : []
      })
    const there = known([...found.scanned, ...found.by_hand])
    const missing = known(found.missing)
    const check = {
      trip: found.trip,
      checkedAt: at.toISOString(),
      scanned: found.scanned.length,
      byHand: found.by_hand.length,
      missing: missing.map(({ code, stop }) => ({ code, externalRef: stop.externalRef })),
      orderIds: [...new Set([...there, ...missing].map(({ stop }) => stop.orderId))],
      reason: missing.length > 0 ? found.reason : null,
    }
    const trips = new Set(stops.map(({ trip }) => trip))
    const others = route.loadChecks.filter(({ trip }) => trip !== check.trip && trips.has(trip))
    await saveLoadChecks(
      tx,
      routeId,
      [...others, check].sort((a, b) => a.trip - b.trip),
    )
    audit(tx, ctx, {
      action: 'route.load_checked',
      entity: 'route',
      entityId: routeId,
      detail: {
        load: check.trip,
        scanned: check.scanned,
        by_hand: check.byHand,
        missing: check.missing.length,
        ...(check.reason && { reason: check.reason }),
      },
    })
  })
