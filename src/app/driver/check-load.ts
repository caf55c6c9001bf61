// What the driver found of the load before the start: kept with the route, for each of its loads. Checked again, it is the newer.
import type { LoadFound } from '../../contract/driver.ts'
import { tidyCode, piecesOf } from '../../domain/orders/pieces.ts'
import { routeRefusal } from '../../domain/routes/route.ts'
import { audit } from '../../store/audit/audit.ts'
import { readManifest } from '../../store/routes/manifest.ts'
import { saveLoadChecks } from '../../store/routes/routes.ts'
import { readStops } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { refuse } from '../errors.ts'
import { lockedRoute } from '../routes/locked-route.ts'

export const checkLoad = (ctx: Context, routeId: string, found: LoadFound, at: Date): Promise<void> =>
  ctx.write(async (tx) => {
    const route = await lockedRoute(tx, routeId)
    refuse(routeRefusal(route.status, 'work'))
    const items = await readManifest(tx, routeId)
    const owners = new Map(
      (await readStops(tx, [routeId])).flatMap((stop) =>
        piecesOf({ ...stop, items: items.get(stop.stopId)?.items ?? null }).map(({ code }) => [
          tidyCode(code),
          stop.externalRef,
        ]),
      ),
    )
    const check = {
      trip: found.trip,
      checkedAt: at.toISOString(),
      scanned: found.scanned.length,
      byHand: found.by_hand.length,
      missing: found.missing.map((code) => ({ code, externalRef: owners.get(tidyCode(code)) ?? null })),
      reason: found.missing.length > 0 ? found.reason : null,
    }
    const others = route.loadChecks.filter(({ trip }) => trip !== check.trip)
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
