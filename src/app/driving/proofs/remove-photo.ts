// Removes a photo for the driver, until the stop is finished and during the undo window of its outcome.
import { text } from '../../../texts/text.ts'
import { audit } from '../../../store/audit/audit.ts'
import { missingProofRefusal } from '../../../domain/routes/proof.ts'
import { routeRefusal } from '../../../domain/routes/route.ts'
import { FINISHED_STOP, isOutcome } from '../../../domain/routes/stop.ts'
import { addUnnamedFile } from '../../../store/jobs/unreferenced-files.ts'
import { deleteProof, storedProofs, saveProofDigest } from '../../../store/routes/proofs.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import type { Context } from '../../context.ts'
import { conflicting, missing, throwIfRefused } from '../../errors.ts'
import { stopOnLockedRoute, type StopRef } from '../../routes/locked-route.ts'
import { sealProof } from './seal-proof.ts'
import { stateInWords } from '../../../domain/state-words.ts'

/** Removes the photo. Does nothing if it has been removed already. */
export const removePhoto = (ctx: Context, ref: StopRef, proofId: string): Promise<void> =>
  ctx.write(async (tx) => {
    const { route, stop } = await stopOnLockedRoute(tx, ref)
    throwIfRefused(routeRefusal(route.status, 'work'))
    if (FINISHED_STOP[stop.status] && stop.settlesAt === null)
      throw conflicting(
        'STOP_FINISHED',
        text('This stop is {state}, and its proof is final.', { state: stateInWords(stop.status) }),
      )
    const kept = await storedProofs(tx, stop.stopId)
    const photo = kept.find((proof) => proof.proofId === proofId && proof.kind === 'PHOTO')
    if (!photo) return
    const left = kept.filter((proof) => proof !== photo)
    const has = (kind: 'PHOTO' | 'SIGNATURE') => left.some((proof) => proof.kind === kind && !proof.item)
    if (isOutcome(stop.status)) {
      const business = await findBusiness(tx)
      if (!business) throw missing('business')
      throwIfRefused(missingProofRefusal(stop.status, business, { photo: has('PHOTO'), signature: has('SIGNATURE') }))
    }
    await deleteProof(tx, proofId)
    // The job removes the file, because this commit may still fail.
    await addUnnamedFile(tx, photo.fileName, ctx.now)
    if (left.length === 0) await saveProofDigest(tx, stop.stopId, null)
    else if (isOutcome(stop.status)) await sealProof(tx, stop)
    audit(tx, ctx, {
      action: 'stop.proof_removed',
      entity: 'stop',
      entityId: stop.stopId,
      detail: { kind: 'PHOTO', proof_uuid: proofId, sha256: photo.sha256.toString('hex') },
    })
  })
