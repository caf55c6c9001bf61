// The proof of a delivery as a document: who, when, where, the pictures, and whether it is still as it was recorded.
import type { PrintedDocument, PrintedPart } from '../../app/ports/documents.ts'
import type { ProofRecord } from '../../app/proofs/read-proof.ts'
import { partialsInWords } from '../../domain/routes/item-outcomes.ts'
import { checksInWords } from '../../domain/routes/door-checks.ts'
import type { Scans } from '../../domain/routes/scanning.ts'
import { momentIn } from '../words.ts'
import { STOP_OUTCOME_WORDS } from './outcome-words.ts'

const PHOTO_HEIGHT = 300
const SIGNATURE_HEIGHT = 120

/** Whether the proof is still what was recorded with the outcome, in words. */
export function proofStatement({ proofs, digest, intact }: ProofRecord): string {
  if (proofs.length === 0) return 'There is no proof for this stop.'
  if (digest === null) return 'No outcome is recorded for this proof yet.'
  return intact
    ? 'Checked just now: pictures, times, places and outcome are as they were recorded.'
    : 'Checked just now: something differs from what was recorded. An outcome that was corrected differs too.'
}

export const outcomeInWords = ({
  status,
  itemOutcomes,
}: Pick<ProofRecord['stop'], 'status' | 'itemOutcomes'>): string =>
  itemOutcomes ? 'Delivered in part' : (STOP_OUTCOME_WORDS[status] ?? 'Not finished')

export const scansInWords = ({ codes, reason }: Scans): string =>
  [codes.length > 0 ? codes.join(', ') : 'nothing', ...(reason ? [`not all: ${reason}`] : [])].join('; ')

/** `pictures` are the files by their names; one that is gone is said to be. */
export function proofDocument(
  record: ProofRecord,
  pictures: ReadonlyMap<string, Uint8Array>,
  now: Date,
): PrintedDocument {
  const { business, route, stop, proofs, digest } = record
  const at = (instant: Date) => momentIn(instant, business)
  const { line1, city, region, postalCode } = stop.address
  const fact = (name: string, value: string | null): [string, string][] => (value ? [[name, value]] : [])
  return {
    title: `Proof of delivery ${stop.externalRef}`,
    lead: [business.name, `Times of ${business.timeZone} · made ${at(now)}`],
    parts: [
      { kind: 'heading', text: outcomeInWords(stop) },
      {
        kind: 'facts',
        facts: [
          ...fact('When', stop.finishedAt && at(stop.finishedAt)),
          ...fact('Arrived', stop.arrivedAt && at(stop.arrivedAt)),
          ['Who', stop.customerName],
          ['Where', [line1, city, region, postalCode].filter(Boolean).join(', ')],
          ['Route', `${route.name}, stop ${stop.sequence}, vehicle ${route.vehicleName}`],
          ...fact('Driver', route.driverName),
          ...fact('Reason', stop.reason),
          ...fact('Left where', stop.leftWhere),
          ...partialsInWords(stop.itemOutcomes).flatMap((item) => fact('Not as ordered', item)),
          ...(stop.checks ? checksInWords(stop.checks) : []),
          ...fact('Scanned', stop.scans && scansInWords(stop.scans)),
          ...fact('Notes', stop.driverNotes),
        ],
      },
      ...proofs.map((proof): PrintedPart => {
        const caption = [
          proof.kind === 'PHOTO' ? 'Photo' : 'Signature',
          ...(proof.signedBy ? [`signed by ${proof.signedBy}`] : []),
          at(proof.takenAt),
          ...(proof.place ? [`at ${proof.place.lat.toFixed(5)}, ${proof.place.lng.toFixed(5)}`] : []),
        ].join(', ')
        return {
          kind: 'picture',
          content: pictures.get(proof.fileName) ?? new Uint8Array(),
          caption: `${caption}. SHA-256 ${proof.sha256.toString('hex')}`,
          height: proof.kind === 'PHOTO' ? PHOTO_HEIGHT : SIGNATURE_HEIGHT,
        }
      }),
      { kind: 'heading', text: 'Record' },
      { kind: 'text', text: proofStatement(record) },
      ...(digest ? [{ kind: 'text' as const, text: `SHA-256 of the record: ${digest}` }] : []),
    ],
  }
}
