// Content of the receipt of an outcome (docs/spec/receipts.md).
import { isOutcome, type Outcome, OUTCOMES, type StopStatus } from '../routes/stop.ts'

/** UNDONE revokes an outcome that has a receipt. */
export const RECEIPT_OUTCOMES = [...OUTCOMES, 'UNDONE'] as const
export type ReceiptOutcome = (typeof RECEIPT_OUTCOMES)[number]

/** Data that may identify a person. The signed part contains only a salted digest of it. */
export interface Disclosable {
  order_reference: string
  place: { lat: number; lng: number; accuracy_meters: number | null }
}

/** Values and salts that the holder of the receipt may see. */
export type Disclosed = { [Name in keyof Disclosable]?: { salt: string; value: Disclosable[Name] } }

/** Returns the outcome for the receipt: the stop's outcome, or UNDONE if it has none. */
export const receiptOutcome = (status: StopStatus): ReceiptOutcome => (isOutcome(status) ? status : 'UNDONE')

/**
 * Returns whether an outcome needs a receipt: always for DELIVERED and FAILED, otherwise only to replace an earlier
 * receipt.
 */
export const needsReceipt = (outcome: ReceiptOutcome, hasEarlier: boolean): boolean =>
  hasEarlier || (['DELIVERED', 'FAILED'] satisfies Outcome[] as ReceiptOutcome[]).includes(outcome)
