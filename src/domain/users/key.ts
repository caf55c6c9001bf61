// What a key of the API may do.

import type { KeyScope } from './permissions.ts'

/** What a key is limited to; null: nothing. */
export interface KeyLimits {
  scopes: KeyScope[] | null
  /** IPv4 and IPv6 addresses and networks. */
  allowedAddresses: string[] | null
  expiresAt: Date | null
}

export const NO_LIMITS: KeyLimits = { scopes: null, allowedAddresses: null, expiresAt: null }

export const MOST_ALLOWED_ADDRESSES = 50
/** Longest time for which a key that was rolled over goes on beside the new one. */
export const MOST_OVERLAP_HOURS = 30 * 24

/** When a key ends that another takes the place of, and when that other one does: it lasts as long as its own. */
export function rolledOver(
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date | null },
  now: Date,
  overlapHours: number,
): { oldEnds: Date; newEnds: Date | null } {
  const overlap = new Date(now.getTime() + overlapHours * 3_600_000)
  return {
    oldEnds: expiresAt && expiresAt < overlap ? expiresAt : overlap,
    newEnds: expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime()),
  }
}
