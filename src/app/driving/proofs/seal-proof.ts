// Stores a digest over an outcome and its proof with the stop, so that both can be verified later.
import { createHash } from 'node:crypto'
import type { DoorChecks } from '../../../domain/routes/door-checks.ts'
import { type StoredProof, storedProofs, saveProofDigest } from '../../../store/routes/proofs.ts'
import type { Stop } from '../../../store/routes/stops.ts'
import type { WriteTx } from '../../context.ts'

export async function sealProof(tx: WriteTx, stop: Stop): Promise<void> {
  const proofs = await storedProofs(tx, stop.stopId)
  if (proofs.length > 0) await saveProofDigest(tx, stop.stopId, proofDigest(stop, proofs))
}

/** Lists the checks in a fixed order, because the database doesn't preserve the order of JSON members. */
const sealedChecks = (checks: DoorChecks | null): unknown[][] => {
  const { collected, identified, code } = checks ?? {}
  return [
    ...(collected ? [[collected.amount, collected.currency, collected.method, collected.reason]] : []),
    ...(identified === undefined ? [] : [[identified]]),
    ...(code ? [[code.matched, code.reason]] : []),
  ]
}

/**
 * Returns the SHA-256 digest of the outcome, its time, items not delivered in full and the checks at the door. It also
 * covers each file's hash with its time, location, signer and item, oldest first.
 */
export function proofDigest(
  stop: Pick<Stop, 'stopId' | 'status' | 'finishedAt' | 'itemOutcomes' | 'checks'>,
  proofs: readonly StoredProof[],
): Buffer {
  const record = [
    [stop.stopId, stop.status, stop.finishedAt?.toISOString() ?? null],
    ...(stop.itemOutcomes ?? []).map((item) => [
      item.name,
      item.sku,
      item.quantity,
      item.delivered,
      item.short,
      item.damaged,
      item.returned,
      item.reason,
    ]),
    ...sealedChecks(stop.checks),
    ...proofs.map((proof) => [
      proof.kind,
      proof.sha256.toString('hex'),
      proof.takenAt.toISOString(),
      proof.place?.lat ?? null,
      proof.place?.lng ?? null,
      proof.signedBy,
      ...(proof.item ? [proof.item.name, proof.item.sku] : []),
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(record)).digest()
}
