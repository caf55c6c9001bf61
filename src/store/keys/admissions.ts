// Whether calls by a key may pass, asked of the database. Calls of one key that come while an answer to others is under way are
// asked about together: else each would wait for the one before it to count (docs/benchmarks.md#api).
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

/** Of one key: few callers wait for nobody, many are asked about together. */
const MOST_AT_ONCE = 2

/** Their count is one row, which calls in other processes wait for meanwhile. */
const MOST_TOGETHER = 32

const ASK_ONE = 'select 1 as n, admitted.* from roundsman_admit($1, $2, $3, $4, $5, $6, $7, $8) admitted'
/** Planned each time, for as many as there are. */
const ASK_ALL = `select call.n::int, admitted.*
  from unnest($4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::inet[])
    with ordinality as call (scope, idempotency_key, at, key_scope, address, n),
  lateral roundsman_admit($1, $2, $3, call.scope, call.idempotency_key, call.at, call.key_scope, call.address) admitted`

interface Waiting {
  call: Call
  resolve: (admitted: Admitted | null) => void
  reject: (error: unknown) => void
}

interface Group {
  underWay: number
  waiting: Waiting[]
}

/** Resolves to null where nobody has the key. Each call is counted for itself. */
export function admissions(db: Pick<Database, 'query'>): (call: Call) => Promise<Admitted | null> {
  const groups = new Map<string, Group>()
  const askAll = async (name: string, group: Group): Promise<void> => {
    group.underWay++
    while (group.waiting.length > 0) await ask(db, group.waiting.splice(0, MOST_TOGETHER))
    if (--group.underWay === 0) groups.delete(name)
  }
  return (call) =>
    new Promise((resolve, reject) => {
      const name = `${call.keyHash.toString('base64')} ${call.limits.join()} ${call.caps.join()}`
      const group = groups.get(name) ?? { underWay: 0, waiting: [] }
      groups.set(name, group)
      group.waiting.push({ call, resolve, reject })
      if (group.underWay < MOST_AT_ONCE) void askAll(name, group)
    })
}

/** All by the same key, with the same limits. */
async function ask(db: Pick<Database, 'query'>, calls: readonly Waiting[]): Promise<void> {
  const [first] = calls
  if (!first) return
  const of = <T>(value: (call: Call) => T): T[] => calls.map(({ call }) => value(call))
  const each = [
    of(({ scope }) => scope),
    of(({ idempotencyKey }) => idempotencyKey),
    of(({ at }) => at),
    of(({ keyScope }) => keyScope),
    of(({ address }) => address),
  ]
  const { keyHash, limits, caps } = first.call
  try {
    const rows = await (calls.length === 1
      ? db.query<Admitted & { n: number }>(ASK_ONE, [keyHash, limits, caps, ...each.flat()])
      : db.query<Admitted & { n: number }>(ASK_ALL, [keyHash, limits, caps, ...each]))
    const byPlace = new Map(rows.map((row) => [row.n, row]))
    calls.forEach(({ resolve }, i) => resolve(byPlace.get(i + 1) ?? null))
  } catch (error) {
    for (const { reject } of calls) reject(error)
  }
}
