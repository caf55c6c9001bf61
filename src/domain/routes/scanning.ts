// Codes that drivers scan: those of the pieces that they load, and of the pieces that they deliver.
import type { Piece } from '../orders/pieces.ts'
import { normalizeCode } from '../orders/pieces.ts'
import { conflict, type Refusal } from '../refusal.ts'

/** Whether the drivers of a business scan pieces. */
export const SCANNING = ['OFF', 'OFFERED', 'REQUIRED'] as const
export type Scanning = (typeof SCANNING)[number]

/** Codes that were scanned at a door. */
export interface Scans {
  codes: string[]
  /** Reason why the other pieces were not scanned. */
  reason: string | null
}

/** Result of a driver's check of one load of the route before leaving. */
export interface LoadCheck {
  /** Load that was checked; 1 is the first. */
  trip: number
  checkedAt: string
  /** Number of pieces that were scanned, and number that were ticked by hand. */
  scanned: number
  byHand: number
  missing: { code: string; externalRef: string | null }[]
  /** Deliveries that were checked. Deliveries added to the route later aren't checked. */
  orderIds: string[]
  /** Driver's reason for leaving without the missing pieces. */
  reason: string | null
}

/** Returns the pieces that are not among the codes. */
export function unscannedPieces(pieces: readonly Piece[], codes: readonly string[]): Piece[] {
  const known = new Set(codes.map(normalizeCode))
  return pieces.filter(({ code }) => !known.has(normalizeCode(code)))
}

/** Returns null if the scans allow the driver to record the delivery, else a refusal. */
export function missingScansRefusal(rule: Scanning, pieces: readonly Piece[], scans: Scans | null): Refusal | null {
  if (rule !== 'REQUIRED' || scans?.reason || unscannedPieces(pieces, scans?.codes ?? []).length === 0) return null
  return conflict('SCAN_REQUIRED', 'This business has each piece scanned before a stop is recorded as delivered.')
}
