// A photo or signature from the driver's phone: kept once under its key, and known to the office where it could not be.
import type { Run } from '../../contract/driver.ts'
import type { ProofInput } from '../../contract/proofs.ts'
import type { RecordedTap } from '../../store/routes/driver-taps.ts'
import { AlreadyAnswered } from '../context.ts'
import { AppError } from '../errors.ts'
import { type DriverVisit, linkEnded } from '../open-link.ts'
import { addProof } from '../proofs/add-proof.ts'
import { keepRefused } from './keep-refused.ts'
import { readRun } from './read-run.ts'

export async function takeProof({ ctx, routeId, ended }: DriverVisit, stopId: string, body: ProofInput): Promise<Run> {
  try {
    if (ended) throw linkEnded()
    await addProof(ctx, { routeId, stopId }, body)
  } catch (error) {
    if (error instanceof AlreadyAnswered) {
      // Sent again: it is there already, unless it is another picture.
      const same = ctx.idempotency?.bodyHash.equals(error.stored.bodyHash)
      if (!same) throw new AppError('conflict', 'IDEMPOTENCY_KEY_REUSED', 'Another picture was sent with this key.')
    } else {
      const record: Omit<RecordedTap, 'refused'> = {
        routeId,
        key: ctx.idempotency?.key ?? ctx.newId(),
        kind: body.photo ? 'PHOTO' : 'SIGNATURE',
        stopId,
        claimedAt: body.taken_at ?? ctx.now,
        countedAt: ctx.now,
        receivedAt: ctx.now,
        place: body.lat === null || body.lng === null ? null : { lat: body.lat, lng: body.lng },
        accuracyMeters: null,
        reason: null,
        notes: null,
      }
      await keepRefused(ctx, record, error)
      throw error
    }
  }
  return ctx.read((tx) => readRun(ctx, tx, routeId))
}
