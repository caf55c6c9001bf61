// Calls a minute per key (docs/spec/authentication.md#rate-limits). RATE_LIMIT_SCALE multiplies each.

export const LIMITS = {
  reads: 600,
  order_writes: 1_200,
  other_writes: 300,
  webhook_management: 60,
  availability: 120,
  address_lookups: 30,
  builds: 10,
  solves: 30,
} as const

export type LimitName = keyof typeof LIMITS

/** Other limits (docs/spec/limits.md). */
export const MAX_BODY_BYTES = 1024 * 1024
/** Of a body at the office, but where its endpoint says otherwise. */
export const MAX_OFFICE_BODY_BYTES = 64 * 1024
/** Of what a driver's or a customer's page sends, photos and signatures aside. */
export const MAX_LINK_BODY_BYTES = 64 * 1024
/** Of a body from someone not known yet: signing in, and what leads to it. */
export const MAX_UNKNOWN_BODY_BYTES = 16 * 1024
export const MAX_DELIVERIES_PER_BUILD = 300
export const MAX_TABLE_POINTS = 61
export const MAX_OPTIMIZE_VEHICLES = 50
export const MAX_OPTIMIZE_STOPS = 1_000
export const MAX_ENDPOINTS = 10
export const MAX_PROOF_BYTES = 15 * 1024 * 1024
/** Of a form with one such file. */
export const MAX_PROOF_FORM_BYTES = MAX_PROOF_BYTES + 64 * 1024
export const MAX_PROOF_PHOTOS = 50
