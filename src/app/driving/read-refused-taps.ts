// Lists the refused taps of a route's driver, with the reasons, for a dispatcher to correct.
import type { RefusedTapsOut } from '../../contract/office/taps.ts'
import { refusedTaps } from '../../store/routes/driver-taps.ts'
import { refusedProofs } from '../../store/routes/refused-proofs.ts'
import { readRoute } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { proofUrl } from './proofs/proof-links.ts'

export const readRefusedTaps = (ctx: Context, routeId: string): Promise<RefusedTapsOut> =>
  ctx.read(async (tx) => {
    if (!(await readRoute(tx, routeId))) throw missing('route with that uuid')
    const taps = await refusedTaps(tx, routeId)
    const proofs = await refusedProofs(tx, [routeId])
    const open = proofs.filter(({ stopId }) => taps.some((tap) => tap.stopId === stopId))
    return {
      pictures: open.map(({ proofId, stopId, kind, item }) => ({
        stop_uuid: stopId,
        kind,
        ...(item && { item: item.name }),
        url: proofUrl(proofId, ctx.now, { ...ctx, publicUrl: '' }),
      })),
      taps: taps.map((tap) => ({
        kind: tap.kind,
        stop_uuid: tap.stopId,
        at: tap.claimedAt.toISOString(),
        received_at: tap.receivedAt.toISOString(),
        reason: tap.reason,
        notes: tap.notes,
        refused: tap.refused,
        external_ref: tap.externalRef,
        line1: tap.line1,
      })),
    }
  })
