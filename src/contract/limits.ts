// Calls a minute per key (docs/spec/authentication.md#rate-limits). RATE_LIMIT_SCALE multiplies each.

export const LIMITS = {
  reads: 600,
  order_writes: 1_200,
  order_batches: 300,
  other_writes: 300,
  webhook_management: 60,
  availability: 120,
  address_lookups: 30,
  builds: 10,
  solves: 30,
} as const

export type LimitName = keyof typeof LIMITS

/** A token bucket: `calls` at once, then as many again spread evenly over `seconds`. */
export interface BucketLimit {
  calls: number
  seconds: number
}

/** Calls by a link, and its own bucket for each. RATE_LIMIT_SCALE multiplies them. A phone that was offline sends at once. */
export const LINK_LIMITS = {
  driver_reads: { calls: 120, seconds: 60 },
  driver_positions: { calls: 30, seconds: 60 },
  driver_taps: { calls: 600, seconds: 600 },
  driver_proofs: { calls: 120, seconds: 240 },
  home_reads: { calls: 120, seconds: 60 },
  home_changes: { calls: 30, seconds: 3_600 },
  tracking_reads: { calls: 120, seconds: 60 },
  tracking_changes: { calls: 30, seconds: 86_400 },
  receipt_reads: { calls: 120, seconds: 60 },
  /** The days that fit: each is a trial of the day's plan. */
  tracking_days: { calls: 20, seconds: 3_600 },
} as const satisfies Record<string, BucketLimit>

const HOUR = 3_600

/**
 * Tries at what only its owner should know. Fixed: more throughput must not mean weaker passwords. One network can't
 * use up what an account has over all networks: that fills up faster.
 */
export const GUESS_LIMITS = {
  unknown_links: { calls: 30, seconds: 60 },
  receipt_keys_of_network: { calls: 60, seconds: 60 },
  sign_ins_of_network: { calls: 30, seconds: HOUR },
  sign_ins_of_network_to_account: { calls: 10, seconds: HOUR },
  sign_ins_to_account: { calls: 50, seconds: 4 * HOUR },
  sign_ins_of_known_browser: { calls: 10, seconds: HOUR },
  passkey_sign_ins_of_network: { calls: 60, seconds: HOUR },
  company_sign_ins_begun_of_network: { calls: 300, seconds: HOUR },
  company_sign_ins_of_network: { calls: 60, seconds: HOUR },
  password_confirmations: { calls: 10, seconds: HOUR },
  reset_mails_of_network: { calls: 20, seconds: HOUR },
  reset_mails_of_network_to_account: { calls: 3, seconds: HOUR },
  reset_mails_to_account: { calls: 20, seconds: 24 * HOUR },
} as const satisfies Record<string, BucketLimit>

export type LinkLimit = keyof typeof LINK_LIMITS
export type GuessLimit = keyof typeof GUESS_LIMITS

/** Other limits (docs/spec/limits.md). */
export const MAX_BODY_BYTES = 1024 * 1024
/** Orders of a batch, and its body. */
export const MAX_BATCH_ORDERS = 500
export const MAX_BATCH_BYTES = 4 * 1024 * 1024
/** Of a body at the office, but where its endpoint says otherwise. */
export const MAX_OFFICE_BODY_BYTES = 64 * 1024
/** Of what a driver's or a customer's page sends, photos and signatures aside. */
export const MAX_LINK_BODY_BYTES = 64 * 1024
/** Of a body from someone not known yet: signing in, and what leads to it. */
export const MAX_UNKNOWN_BODY_BYTES = 16 * 1024
export const MAX_DELIVERIES_PER_BUILD = 5_000
/** A day with more open deliveries than this is too large for a trial of its plan. */
export const MAX_DELIVERIES_PER_TRIAL = 300
/** Stops that a driver may put in another order. */
export const MAX_REORDERED_STOPS = 300
export const MAX_TABLE_POINTS = 61
export const MAX_OPTIMIZE_VEHICLES = 50
export const MAX_OPTIMIZE_STOPS = 1_000
export const MAX_ENDPOINTS = 10
/** Sent again at once. */
export const MAX_REPLAYED_EVENTS = 10_000
export const MAX_PROOF_BYTES = 15 * 1024 * 1024
/** Of a form with one such file. */
export const MAX_PROOF_FORM_BYTES = MAX_PROOF_BYTES + 64 * 1024
export const MAX_PROOF_PHOTOS = 50
export const MAX_PROOF_SIGNATURES = 10
/** Refused taps of a route that are kept for the office, and those of them that stand in the audit log. */
export const MAX_REFUSED_TAPS = 2_000
export const MAX_AUDITED_REFUSED_TAPS = 100

/** Codes of a driver's tap: of a load, where each apple may be a piece, or at a door. */
export const MAX_SCANNED = 10_000

/** Labels of orders that are named, in the address of a page: proxies cut longer ones. */
export const MOST_CHOSEN_FOR_LABELS = 150
