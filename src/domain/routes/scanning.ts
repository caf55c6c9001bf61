// What drivers scan: the pieces that they load, and those that they hand over.
import type { Piece } from '../orders/pieces.ts'
import { tidyCode } from '../orders/pieces.ts'
import { conflict, type Refusal } from '../refusal.ts'

/** Whether a business has them scan. */
export const SCANNING = ['OFF', 'OFFERED', 'REQUIRED'] as const
export type Scanning = (typeof SCANNING)[number]

/** What was scanned at a door. */
export interface Scans {
  codes: string[]
  /** Why the rest was not. */
  reason: string | null
}

/** What a driver found before the start, of one load of the route. */
export interface LoadCheck {
  /** Which load: 1 is the first. */
  trip: number
  checkedAt: string
  /** How many pieces were scanned, and how many ticked. */
  scanned: number
  byHand: number
  missing: { code: string; externalRef: string | null }[]
  /** The deliveries that it was of: what comes on the route after it isn't checked. */
  orderIds: string[]
  /** Why the driver went on without them. */
  reason: string | null
}

/** The pieces that are not among the codes. */
export function unscanned(pieces: readonly Piece[], codes: readonly string[]): Piece[] {
  const known = new Set(codes.map(tidyCode))
  return pieces.filter(({ code }) => !known.has(tidyCode(code)))
}

/** Null when a driver may record the delivery with what was scanned. */
export function scansMissing(rule: Scanning, pieces: readonly Piece[], scans: Scans | null): Refusal | null {
  if (rule !== 'REQUIRED' || scans?.reason || unscanned(pieces, scans?.codes ?? []).length === 0) return null
  return conflict('SCAN_REQUIRED', 'This business has each piece scanned before a stop is recorded as delivered.')
}
