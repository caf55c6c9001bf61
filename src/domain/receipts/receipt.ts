// What a receipt says of an outcome (docs/spec/receipts.md).
import { isOutcome, type Outcome, OUTCOMES, type StopStatus } from '../routes/stop.ts'

/** UNDONE takes an outcome back that had a receipt. */
export const RECEIPT_OUTCOMES = [...OUTCOMES, 'UNDONE'] as const
export type ReceiptOutcome = (typeof RECEIPT_OUTCOMES)[number]

/** What may lead to a person: in the signed part only by a salted digest. */
export interface Disclosable {
  order_reference: string
  place: { lat: number; lng: number; accuracy_meters: number | null }
}

/** The values and salts that whoever has the receipt may see. */
export type Disclosed = { [Name in keyof Disclosable]?: { salt: string; value: Disclosable[Name] } }

/** An outcome as it stands is what its receipt says; without one, what was said is taken back. */
export const receiptOutcome = (status: StopStatus): ReceiptOutcome => (isOutcome(status) ? status : 'UNDONE')

/** Only what happened at a door is worth a receipt; anything else gets one only where it takes another back. */
export const needsReceipt = (outcome: ReceiptOutcome, hasEarlier: boolean): boolean =>
  hasEarlier || (['DELIVERED', 'FAILED'] satisfies Outcome[] as ReceiptOutcome[]).includes(outcome)
