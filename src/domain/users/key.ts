// What a key of the API may do.

/** As openapi.json has them, and what each lets a key do: "A key with it can …". */
export const KEY_SCOPES = {
  'orders:read': 'read deliveries, routes, events, the fleet, zones, settings and reports, and check availability',
  'orders:write': 'add, change and cancel deliveries and recurring orders',
  'routes:plan': 'build and change routes, and solve with the engine',
  'routes:dispatch': 'dispatch and cancel routes, and record and take back what happens on them',
  administer: 'change the fleet, zones and settings, and manage webhook endpoints',
} as const satisfies Record<string, string>

export type KeyScope = keyof typeof KEY_SCOPES
export const KEY_SCOPE_NAMES = Object.keys(KEY_SCOPES) as [KeyScope, ...KeyScope[]]

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
