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

/** Calls in a session of the office, and its own bucket for each session. RATE_LIMIT_SCALE multiplies them. */
export const SESSION_LIMITS = {
  office_reads: { calls: 1_200, seconds: 60 },
  office_changes: { calls: 600, seconds: 60 },
  office_files: { calls: 120, seconds: 60 },
  office_plans: { calls: 120, seconds: 60 },
  office_streams: { calls: 60, seconds: 60 },
} as const satisfies Record<string, BucketLimit>

/** Calls of one network that needs neither key, link nor session. RATE_LIMIT_SCALE multiplies them. */
export const NETWORK_LIMITS = {
  outside_of_network: { calls: 600, seconds: 60 },
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
export type OfficeLimit = keyof typeof SESSION_LIMITS | keyof typeof NETWORK_LIMITS
export type GuessLimit = keyof typeof GUESS_LIMITS

/** Places for work: so many at work at once in a process, and of all, of a business and of a sender at work or waiting. */
export interface Places {
  atOnce: number
  all: number
  business: number
  sender: number
}

/** What takes memory or a processor for long, each on a queue of its own, off the event loop. The business with the least at work is next. */
export const WORK_LIMITS = {
  /** Received slowly, and decoded in their turn. No link, key, user or business takes every place. */
  uploads: { atOnce: 16, all: 16, business: 12, sender: 4 },
  sheets: { atOnce: 1, all: 12, business: 6, sender: 4 },
  documents: { atOnce: 2, all: 22, business: 12, sender: 6 },
  areas: { atOnce: 1, all: 9, business: 5, sender: 3 },
  /** About two seconds of hashing, on half of the threads that Node also reads files and looks names up with. */
  passwords: { atOnce: 2, all: 100, business: 50, sender: 10 },
  /** Event streams of open pages: they only wait. */
  streams: { atOnce: 2_000, all: 2_000, business: 300, sender: 30 },
} as const satisfies Record<string, Places>

/** Solves that wait, of all and of one business; they run in turns of half a second. */
export const MAX_SOLVES_WAITING = 200
export const MAX_SOLVES_WAITING_EACH = 20

/** Of each, how many at once in a process, and from one network. */
export type InFlight = Record<'requests' | 'body_bytes', { process: number; network: number }>

/** Of a process, all callers together: requests under way, event streams aside, and bytes of bodies that it holds in memory. */
export const IN_FLIGHT = {
  requests: { process: 1_600, network: 400 },
  body_bytes: { process: 48 * 1024 * 1024, network: 24 * 1024 * 1024 },
} as const satisfies InFlight
/** A connection on which nothing moves ends after so long. */
export const MAX_SILENT_SECONDS = 300
/** A request has to be there whole after so long. */
export const MAX_REQUEST_SECONDS = 30

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
/** Most deliveries in a build by an API key, unless BUILD_MAX_DELIVERIES sets another limit. */
export const DELIVERIES_PER_BUILD_BY_KEY = 300
/** Most deliveries in a build of the office, and the largest value of BUILD_MAX_DELIVERIES. */
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
/** Photos and signatures of a route that came with such taps. */
export const MAX_REFUSED_PROOFS = 500

/** Codes of a driver's tap: of a load, where each apple may be a piece, or at a door. */
export const MAX_SCANNED = 10_000

/** Labels of orders that are named, in the address of a page: proxies cut longer ones. */
export const MOST_CHOSEN_FOR_LABELS = 150
