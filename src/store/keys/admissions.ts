// Whether calls by a key may pass, asked of the database: key, rate limit and stored answer in one statement.
import type { Database } from '../database.ts'

/** What the database is asked about one call. */
export interface Call {
  keyHash: Buffer
  /** The rate limits that it counts for, with how many calls a minute each allows. */
  limits: readonly string[]
  caps: readonly number[]
  /** What its Idempotency-Key is unique within. */
  scope: string | null
  idempotencyKey: string | null
  at: Date
  /** What the key must allow. */
  keyScope: string | null
  address: string | null
}

/** `refusal` says what the key doesn't allow. The last three are the stored answer to its Idempotency-Key. */
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
/** Planned each time, for as many as there are. */
const ASK_ALL = `select call.n::int, admitted.*
  from unnest($4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::inet[])
    with ordinality as call (scope, idempotency_key, at, key_scope, address, n),
  lateral roundsman_admit($1, $2, $3, call.scope, call.idempotency_key, call.at, call.key_scope, call.address) admitted`

/** Of calls by the same key, with the same limits: what became of each, null where nobody has the key. */
export async function askWhetherAdmitted(
  db: Pick<Database, 'query'>,
  calls: readonly Call[],
): Promise<(Admitted | null)[]> {
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
