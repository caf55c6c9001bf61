// Admits requests of an API key. One statement checks the key and its rate limits and reads the stored response.
import type { Database } from '../database.ts'

/** Data about one request that the database needs. */
export interface Call {
  keyHash: Buffer
  /** Rate limits that the request counts against, and the requests per minute that each allows. */
  limits: readonly string[]
  caps: readonly number[]
  /** Scope within which its Idempotency-Key is unique. */
  scope: string | null
  idempotencyKey: string | null
  at: Date
  /** Scope that the key must have. */
  keyScope: string | null
  address: string | null
}

/**
 * `refusal` is the limit of the key that the request violates. The last three members are the stored response for its
 * Idempotency-Key.
 */
export interface Admitted {
  businessId: string
  keyId: string
  timeZone: string
  refusal: 'EXPIRED' | 'ADDRESS' | 'SCOPE' | null
  expiresAt: Date | null
  allowed: boolean
  cap: number | null
  remaining: number | null
  resetSeconds: number | null
  retrySeconds: number | null
  bodyHash: Buffer | null
  status: number | null
  reply: Buffer | null
}

const ASK_ONE = 'select 1 as n, admitted.* from roundsman_admit($1, $2, $3, $4, $5, $6, $7, $8) admitted'
/** Planned for each run, for the actual number of requests. */
const ASK_ALL = `select call.n::int, admitted.*
  from unnest($4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::inet[])
    with ordinality as call (scope, idempotency_key, at, key_scope, address, n),
  lateral roundsman_admit($1, $2, $3, call.scope, call.idempotency_key, call.at, call.key_scope, call.address) admitted`

/**
 * Admits requests of the same key with the same limits. Returns one result per request, null if the key doesn't exist.
 */
export async function admitCalls(db: Pick<Database, 'query'>, calls: readonly Call[]): Promise<(Admitted | null)[]> {
  const [first] = calls
  if (!first) return []
  const { keyHash, limits, caps } = first
  const each = [
    calls.map(({ scope }) => scope),
    calls.map(({ idempotencyKey }) => idempotencyKey),
    calls.map(({ at }) => at),
    calls.map(({ keyScope }) => keyScope),
    calls.map(({ address }) => address),
  ]
  const rows = await (calls.length === 1
    ? db.query<Admitted & { n: number }>(ASK_ONE, [keyHash, limits, caps, ...each.flat()])
    : db.query<Admitted & { n: number }>(ASK_ALL, [keyHash, limits, caps, ...each]))
  const byPlace = new Map(rows.map((row) => [row.n, row]))
  return calls.map((_, i) => byPlace.get(i + 1) ?? null)
}
