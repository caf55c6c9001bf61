// Limits of an API key.

import type { KeyScope } from './permissions.ts'

/** Limits of a key. Null: no limit. */
export interface KeyLimits {
  scopes: KeyScope[] | null
  /** IPv4 and IPv6 addresses and networks. */
  allowedAddresses: string[] | null
  expiresAt: Date | null
}

export const NO_LIMITS: KeyLimits = { scopes: null, allowedAddresses: null, expiresAt: null }

export const MAX_ALLOWED_ADDRESSES = 50
/** Maximum time for which a rolled-over key stays valid in addition to the new key. */
export const MAX_OVERLAP_HOURS = 30 * 24

/** Returns when the old key and its replacement expire. The replacement has the same lifetime as the old key. */
export function rollOverExpiries(
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
