// Accepts a photo or signature from the driver's phone once per idempotency key. A refused picture is stored for the
// office.
import type { DriverRoute } from '../../contract/driver.ts'
import type { DriverProof } from '../../contract/proofs.ts'
import { onServerClock, plausibleTime } from '../../domain/routes/stop.ts'
import { storedResponse } from '../../store/keys/idempotency.ts'
import { isTapDone, type RecordedTap } from '../../store/routes/driver-taps.ts'
import { DuplicateRequest } from '../context.ts'
import { AppError } from '../errors.ts'
import { type DriverVisit, linkEndedError } from '../resolve-link.ts'
import { addProof, photographedItem } from './proofs/add-proof.ts'
import { storeRefusedTap, WITHOUT_PERSONAL_DATA } from './store-refused-tap.ts'
import { readDriverRoute } from './read-driver-route.ts'

export async function receiveProof(
  { ctx, routeId, ended }: DriverVisit,
  stopId: string,
  body: DriverProof,
): Promise<DriverRoute> {
  const at = onServerClock(body.taken_at ?? ctx.now, body.clock_skew_ms)
  const { idempotency } = ctx
  const { counted, answered } = await ctx.read(async (tx) => ({
    counted: idempotency !== null && ended !== null && (await storedResponse(tx, idempotency)) !== null,
    answered: idempotency !== null && (await isTapDone(tx, routeId, idempotency.key)),
  }))
  if (ended && (counted || answered)) throw linkEndedError(ended, true)
  try {
    if (ended) throw linkEndedError(ended)
    if (!answered) await addProof(ctx, { routeId, stopId }, body, at)
  } catch (error) {
    if (error instanceof DuplicateRequest) {
      // A retry of the same picture needs no work, because the picture is stored. A different picture with the same key
      // is an error.
      const same = ctx.idempotency?.bodyHash.equals(error.stored.bodyHash)
      if (!same)
        throw new AppError('conflict', 'IDEMPOTENCY_KEY_REUSED', 'A different picture was sent with this key before.')
    } else {
      const record: Omit<RecordedTap, 'refused'> = {
        routeId,
        key: ctx.idempotency?.key ?? ctx.newId(),
        kind: body.photo ? 'PHOTO' : 'SIGNATURE',
        stopId,
        claimedAt: body.taken_at ?? ctx.now,
        countedAt: plausibleTime(at, new Date(0), ctx.now),
        receivedAt: ctx.now,
        ...WITHOUT_PERSONAL_DATA,
        place: body.lat === null || body.lng === null ? null : { lat: body.lat, lng: body.lng },
      }
      const sent = body.photo ?? body.signature
      const kind = body.photo ? ('PHOTO' as const) : ('SIGNATURE' as const)
      const item = photographedItem(body)
      await storeRefusedTap(ctx, record, error, sent && { kind, item, path: sent.path, signedBy: body.signed_by })
      throw error
    }
  }
  return readDriverRoute(ctx, routeId)
}
