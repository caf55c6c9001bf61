// Builds the proof of a delivery as a document: who, when, where, the pictures, and whether the proof is unchanged.
import type { PrintedDocument, PrintedPart } from '../../app/ports/documents.ts'
import type { ProofRecord } from '../../app/driving/proofs/read-proof.ts'
import { DOCUMENT_WORDS, type DocumentWords } from '../../domain/document-words/of-language.ts'
import { partialsInWords } from '../../domain/routes/item-outcomes.ts'
import { checksInWords } from '../../domain/routes/door-checks.ts'
import { isOutcome } from '../../domain/routes/stop.ts'
import type { Scans } from '../../domain/routes/scanning.ts'
import type { OfficeLanguage } from '../../domain/users/office-language.ts'
import { momentIn } from '../print-formats.ts'

const PHOTO_HEIGHT = 300
/** Height at which a photo and a signature fit on the page of their captions. */
const PHOTO_HEIGHT_WITH_MORE = 220
const SIGNATURE_HEIGHT = 100

export const proofTitle = (
  { status, externalRef }: Pick<ProofRecord['stop'], 'status' | 'externalRef'>,
  { proof: words }: DocumentWords,
): string => (status === 'FAILED' || status === 'SKIPPED' ? words.attempt : words.title)(externalRef)

/** States whether the proof is unchanged since the outcome was recorded. */
export function proofStatement(
  { business, proofs, digest, reducedAt, intact }: ProofRecord,
  { locale, proof: words }: DocumentWords,
): string {
  if (proofs.length === 0 && !reducedAt) return words.none
  if (digest === null) return words.noOutcome
  if (!intact) return words.differs
  return reducedAt ? words.reduced(momentIn(reducedAt, business, locale)) : words.intact
}

export const outcomeInWords = (
  { status, itemOutcomes }: Pick<ProofRecord['stop'], 'status' | 'itemOutcomes'>,
  { inPart, outcomes, notFinished }: DocumentWords,
): string => (itemOutcomes ? inPart : ((outcomes as Partial<Record<string, string>>)[status] ?? notFinished))

const scansInWords = ({ codes, reason }: Scans, { proof: words }: DocumentWords): string =>
  [codes.length > 0 ? codes.join(', ') : words.nothing, ...(reason ? [words.notAll(reason)] : [])].join('; ')

/** Facts about the stop with their labels. */
export function proofFacts({ business, route, stop }: ProofRecord, words: DocumentWords): [string, string][] {
  const { proof } = words
  const at = (instant: Date) => momentIn(instant, business, words.locale)
  const { line1, city, region, postalCode } = stop.address
  const fact = (name: string, value: string | null): [string, string][] => (value ? [[name, value]] : [])
  return [
    ...fact(proof.when, stop.finishedAt && at(stop.finishedAt)),
    ...fact(proof.arrived, stop.arrivedAt && at(stop.arrivedAt)),
    [proof.who, stop.customerName],
    [proof.where, [line1, city, region, postalCode].filter(Boolean).join(', ')],
    [words.route, proof.routeOf(route.name, stop.sequence, route.vehicleName)],
    ...fact(words.driver, route.driverName),
    ...fact(proof.reason, stop.reason),
    ...fact(proof.leftWhere, stop.leftWhere),
    ...partialsInWords(stop.itemOutcomes, words.partial).flatMap((item) => fact(proof.notAsOrdered, item)),
    ...(stop.checks ? checksInWords(stop.checks, words) : []),
    ...fact(proof.scanned, stop.scans && scansInWords(stop.scans, words)),
    ...fact(proof.notes, stop.driverNotes),
  ]
}

/** Caption of a picture: kind, signer, time and location, and whether its file is missing or changed. */
export const pictureInWords = (
  { kind, item, signedBy, takenAt, place, stored }: ProofRecord['proofs'][number],
  { business }: ProofRecord,
  { locale, proof: words }: DocumentWords,
): string =>
  [
    item ? words.photoOf(item.name) : words.kinds[kind],
    ...(signedBy ? [words.signedBy(signedBy)] : []),
    momentIn(takenAt, business, locale),
    ...(place ? [words.at(`${place.lat.toFixed(5)}, ${place.lng.toFixed(5)}`)] : []),
  ].join(', ') + (stored.state === 'AS_TAKEN' ? '' : `. ${words.faults[kind][stored.state]}`)

/** Builds the proof as a document. A picture that is missing or can't be drawn is replaced by a text. */
export function proofDocument(record: ProofRecord, now: Date, language: OfficeLanguage): PrintedDocument {
  const words = DOCUMENT_WORDS[language]
  const { business, stop, proofs, digest, receipt } = record
  const photoHeight = proofs.length > 1 ? PHOTO_HEIGHT_WITH_MORE : PHOTO_HEIGHT
  return {
    language,
    title: proofTitle(stop, words),
    lead: [
      business.name,
      `${words.timesOf(business.timeZone)} · ${words.proof.made(momentIn(now, business, words.locale))}`,
    ],
    parts: [
      { kind: 'heading', text: outcomeInWords(stop, words), ...(isOutcome(stop.status) && { mark: stop.status }) },
      { kind: 'facts', facts: proofFacts(record, words) },
      // Before the pictures, because these lines could otherwise be alone on a page without context.
      { kind: 'heading', text: words.proof.record },
      { kind: 'text', text: proofStatement(record, words) },
      ...(digest ? [{ kind: 'text' as const, text: words.proof.digest(digest) }] : []),
      ...(receipt
        ? [{ kind: 'code' as const, code: receipt.url, lines: [words.proof.receipt(receipt.sequence), receipt.url] }]
        : []),
      ...proofs.map(
        (proof): PrintedPart => ({
          kind: 'picture',
          content: proof.stored.content,
          missing: words.proof.faults[proof.kind].MISSING,
          caption: `${pictureInWords(proof, record, words)}. SHA-256 ${proof.sha256.toString('hex')}`,
          height: proof.kind === 'PHOTO' ? photoHeight : SIGNATURE_HEIGHT,
        }),
      ),
    ],
  }
}
