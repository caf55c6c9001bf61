// POST /routes/{route_uuid}/stops/{stop_uuid}/proof: a photo or signature for a stop that is not finished yet.
import { text } from '../../../texts/text.ts'
import type { ProofInput } from '../../../contract/proofs.ts'
import { MAX_PROOF_PHOTOS, MAX_PROOF_SIGNATURES } from '../../../contract/limits.ts'
import { differenceFault } from '../../../domain/routes/item-outcomes.ts'
import type { PhotographedItem } from '../../../domain/routes/proof.ts'
import { routeRefusal } from '../../../domain/routes/route.ts'
import { FINISHED_STOP, plausibleTime } from '../../../domain/routes/stop.ts'
import { audit } from '../../../store/audit/audit.ts'
import { goodsOf } from '../../../store/orders/orders.ts'
import { addUnnamedFile } from '../../../store/jobs/unreferenced-files.ts'
import { countLateProof } from '../../../store/routes/driver-taps.ts'
import { insertProof, type StoredProof, storedProofs } from '../../../store/routes/proofs.ts'
import { readStop } from '../../../store/routes/stops.ts'
import type { Context } from '../../context.ts'
import { conflicting, invalid, missing, throwIfRefused } from '../../errors.ts'
import { cleanPicture, storeFile } from '../../store-file.ts'
import { stopOnLockedRoute, type StopRef } from '../../routes/locked-route.ts'
import { stopAnswer } from '../../routes/stop-answer.ts'
import { stateInWords } from '../../../domain/state-words.ts'

const MAX_COUNT = {
  PHOTO: { most: MAX_PROOF_PHOTOS, full: 'This stop has {most} photos, which is the maximum.' },
  SIGNATURE: { most: MAX_PROOF_SIGNATURES, full: 'This stop has {most} signatures, which is the maximum.' },
} as const

const NOTHING = { short: 0, damaged: 0, returned: 0, reason: null }

export const photographedItem = ({ item_name: name, item_sku: sku }: ProofInput): PhotographedItem | null =>
  name === null ? null : { name, sku }

/**
 * Adds a photo or signature. `takenAt` is `body.taken_at`, corrected by the difference between the phone's clock and
 * the server's clock if the phone knows it.
 */
export async function addProof(
  ctx: Context,
  { routeId, stopId }: StopRef,
  body: ProofInput,
  takenAt: Date = body.taken_at ?? ctx.now,
) {
  // Check this before the picture is decoded, because decoding is expensive.
  if (!(await ctx.read((tx) => readStop(tx, routeId, stopId)))) throw missing('stop with that uuid on the route')
  const kind = body.photo ? 'PHOTO' : 'SIGNATURE'
  const sent = body.photo ?? body.signature
  if (!sent) throw invalid('photo', 'or signature is required')
  const item = photographedItem(body)
  const image = await cleanPicture(ctx, sent.path, kind.toLowerCase())

  return storeFile(ctx, image, (proofId, named) =>
    ctx.write(async (tx) => {
      await named(tx)
      const { route, stop } = await stopOnLockedRoute(tx, { routeId, stopId })
      throwIfRefused(routeRefusal(route.status, 'work'))
      if (FINISHED_STOP[stop.status])
        throw conflicting(
          'STOP_FINISHED',
          text('This stop is already {state}; undo that first to add proof.', { state: stateInWords(stop.status) }),
        )
      // Accept any item from the driver, who holds it, even if the office has removed it from the order since.
      if (item && ctx.actor.kind !== 'DRIVER') {
        const { items } = await goodsOf(tx, stop.orderId)
        const fault = differenceFault(items ?? [], [{ ...item, ...NOTHING }])
        if (fault) throw invalid('item_name', fault.message)
      }
      const kept = (await storedProofs(tx, stop.stopId)).filter((proof) => proof.kind === kind)
      const { most, full } = MAX_COUNT[kind]
      if (kept.length >= most) throw conflicting('PROOF_FULL', text(full, { most }))
      const proof: StoredProof = {
        proofId,
        kind,
        item,
        fileName: proofId,
        contentType: image.contentType,
        sha256: image.sha256,
        signedBy: kind === 'SIGNATURE' ? body.signed_by : null,
        takenAt: plausibleTime(takenAt, route.dispatchedAt ?? ctx.now, ctx.now),
        claimedAt: body.taken_at,
        place: body.lat === null || body.lng === null ? null : { lat: body.lat, lng: body.lng },
      }
      await insertProof(tx, stop.stopId, proof)
      // The phone may have uploaded the same picture before, on an ended link of the route. Then the copy that was
      // stored for the office is removed.
      if (ctx.actor.kind === 'DRIVER' && ctx.idempotency) {
        const copies = await countLateProof(tx, routeId, ctx.idempotency.key)
        for (const copy of copies) await addUnnamedFile(tx, copy, ctx.now)
      }
      audit(tx, ctx, {
        action: 'stop.proof',
        entity: 'stop',
        entityId: stop.stopId,
        detail: { kind, proof_uuid: proofId, sha256: proof.sha256.toString('hex'), ...(item && { item: item.name }) },
      })
      return stopAnswer(ctx, tx, { routeId, stopId })
    }),
  )
}
