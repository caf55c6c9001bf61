// Requests per minute and key (docs/spec/authentication.md#rate-limits). RATE_LIMIT_SCALE multiplies each limit.

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

/** A token bucket: `calls` requests at once, refilled evenly over `seconds`. */
export interface BucketLimit {
  calls: number
  seconds: number
}

/**
 * Limits of each link, one bucket per entry. RATE_LIMIT_SCALE multiplies them. They allow for bursts, because a phone
 * that was offline sends its stored taps at once.
 */
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
  /** Webhooks of a connected shop. */
  shop_webhooks: { calls: 600, seconds: 60 },
  /** Requests for the days that fit a delivery. They are expensive, because each request plans days on trial. */
  tracking_days: { calls: 20, seconds: 3_600 },
} as const satisfies Record<string, BucketLimit>

/** Limits of each office session, one bucket per entry. RATE_LIMIT_SCALE multiplies them. */
export const SESSION_LIMITS = {
  office_reads: { calls: 1_200, seconds: 60 },
  office_changes: { calls: 600, seconds: 60 },
  office_files: { calls: 120, seconds: 60 },
  office_plans: { calls: 120, seconds: 60 },
  office_streams: { calls: 60, seconds: 60 },
  /** Addresses suggested while one is typed. Nobody types five letters per second for a minute. */
  office_suggestions: { calls: 300, seconds: 60 },
} as const satisfies Record<string, BucketLimit>

/** Limits of each network for requests without key, link or session. RATE_LIMIT_SCALE multiplies them. */
export const NETWORK_LIMITS = {
  outside_of_network: { calls: 600, seconds: 60 },
} as const satisfies Record<string, BucketLimit>

const HOUR = 3_600

/**
 * Limits against guessing secrets. RATE_LIMIT_SCALE doesn't apply, because more throughput must not weaken passwords.
 * One network can't use up the limit of an account over all networks, which is higher than the limit per network and
 * account.
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

/** Limits of concurrent work: running per process, and running or waiting in total, per business and per sender. */
export interface WorkLimit {
  atOnce: number
  all: number
  business: number
  sender: number
}

/**
 * Limits of memory- or CPU-intensive work. Each kind has its own queue off the event loop. The business with the least
 * running work comes next.
 */
export const WORK_LIMITS = {
  /** Files arrive slowly, and pictures are decoded two at a time. No link, key, user or business can take every slot. */
  uploads: { atOnce: 16, all: 16, business: 12, sender: 4 },
  sheets: { atOnce: 1, all: 12, business: 6, sender: 4 },
  documents: { atOnce: 2, all: 22, business: 12, sender: 6 },
  areas: { atOnce: 1, all: 9, business: 5, sender: 3 },
  /**
   * A full queue is about two seconds of hashing. Hashing uses half of the threads that Node also needs to read files
   * and resolve names.
   */
  passwords: { atOnce: 2, all: 100, business: 50, sender: 10 },
  /**
   * Suggested addresses. Each takes a connection to the database while it is looked up. A page only needs those for the
   * text that was typed last.
   */
  suggestions: { atOnce: 4, all: 60, business: 20, sender: 2 },
  /** Event streams of open pages. They only wait. */
  streams: { atOnce: 2_000, all: 2_000, business: 300, sender: 30 },
} as const satisfies Record<string, WorkLimit>

/** Waiting solves, in total and per business. Running solves take turns of half a second. */
export const MAX_SOLVES_WAITING = 200
export const MAX_SOLVES_WAITING_EACH = 20

/** Concurrent use per process and per network. */
export type InFlight = Record<'requests' | 'body_bytes', { process: number; network: number }>

/**
 * Limits per process for all callers together: requests under way without event streams, and bytes of request bodies in
 * memory.
 */
export const IN_FLIGHT = {
  requests: { process: 1_600, network: 400 },
  body_bytes: { process: 48 * 1024 * 1024, network: 24 * 1024 * 1024 },
} as const satisfies InFlight
/** Seconds without traffic after which a connection is closed. */
export const MAX_SILENT_SECONDS = 300
/** Seconds within which a request must be complete. */
export const MAX_REQUEST_SECONDS = 30

/** Limits of sizes and counts (docs/spec/limits.md). */
export const MAX_BODY_BYTES = 1024 * 1024
/** Orders in a batch, and bytes of its body. */
export const MAX_BATCH_ORDERS = 500
export const MAX_BATCH_BYTES = 4 * 1024 * 1024
/** Default maximum body size of office requests, in bytes. */
export const MAX_OFFICE_BODY_BYTES = 64 * 1024
/** Maximum body size of requests from drivers' and customers' pages without photos and signatures, in bytes. */
export const MAX_LINK_BODY_BYTES = 64 * 1024
/** Maximum body size of requests without authentication, such as sign-in, in bytes. */
export const MAX_UNKNOWN_BODY_BYTES = 16 * 1024
/** Maximum deliveries in a build by an API key, unless BUILD_MAX_DELIVERIES sets another limit. */
export const DELIVERIES_PER_BUILD_BY_KEY = 300
/** Maximum deliveries in a build of the office, and the largest value of BUILD_MAX_DELIVERIES. */
export const MAX_DELIVERIES_PER_BUILD = 5_000
/** Maximum open deliveries of a day for a trial of its plan. */
export const MAX_DELIVERIES_PER_TRIAL = 300
/** Maximum stops that a driver may reorder in one request. */
export const MAX_REORDERED_STOPS = 300
export const MAX_TABLE_POINTS = 61
export const MAX_OPTIMIZE_VEHICLES = 50
export const MAX_OPTIMIZE_STOPS = 1_000
export const MAX_ENDPOINTS = 10
export const MAX_CONNECTORS = 10
/** Maximum size of an order that a connected shop sends, in bytes. */
export const MAX_CONNECTOR_BODY_BYTES = 512 * 1024
/** Maximum payloads that one request takes again. */
export const MAX_CONNECTOR_RETRIES = 50
/** Maximum events per replay request. */
export const MAX_REPLAYED_EVENTS = 10_000
export const MAX_PROOF_BYTES = 15 * 1024 * 1024
/** Maximum size of a form with one proof file, in bytes. */
export const MAX_PROOF_FORM_BYTES = MAX_PROOF_BYTES + 64 * 1024
export const MAX_PROOF_PHOTOS = 50
export const MAX_PROOF_SIGNATURES = 10
/** Refused taps per route that are stored for the office, and how many of these also get a row in the audit log. */
export const MAX_REFUSED_TAPS = 2_000
export const MAX_AUDITED_REFUSED_TAPS = 100
/** Photos and signatures per route that are stored with refused taps. */
export const MAX_REFUSED_PROOFS = 500

/** Maximum codes in a tap, for a load or a stop. In a load, each apple may be a piece. */
export const MAX_SCANNED = 10_000

/** Maximum orders named in the URL of a label page, because proxies cut longer URLs. */
export const MAX_CHOSEN_FOR_LABELS = 150
