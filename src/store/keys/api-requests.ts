// The request log of the API. Requests are written in batches and read newest first.
import { type RawBuilder, sql } from 'kysely'
import type { SystemTx, Tx } from '../database.ts'
import { isServed } from '../moves/business-gate.ts'

export interface ApiRequest {
  businessId: string
  /** A version 7 UUID, by which requests are sorted. */
  requestId: string
  keyId: string
  at: Date
  method: string
  /** Includes the query string. */
  path: string
  status: number
  durationMs: number
  errorCode: string | null
}

/**
 * Stores requests of all businesses. For the system role. Doesn't wait for the disk, so a crash can lose the last
 * requests. Drops requests of businesses that no longer exist here, because a request may be logged a second after its
 * business was deleted.
 */
export async function insertRequests(tx: SystemTx, requests: readonly ApiRequest[]): Promise<void> {
  const column = <K extends keyof ApiRequest>(name: K) => requests.map((request) => request[name])
  await sql`set local synchronous_commit = off`.execute(tx)
  await sql`
    insert into api_requests (business_uuid, request_uuid, key_uuid, at, method, path, status, duration_ms, error_code)
    select * from unnest(
      ${column('businessId')}::uuid[], ${column('requestId')}::uuid[], ${column('keyId')}::uuid[],
      ${column('at')}::timestamptz[], ${column('method')}::text[], ${column('path')}::text[],
      ${column('status')}::smallint[], ${column('durationMs')}::int[], ${column('errorCode')}::text[])
      as call (business_uuid)
    where ${isServed(sql`call.business_uuid`)}
      and exists (select from businesses b where b.business_uuid = call.business_uuid)
    on conflict do nothing`.execute(tx)
}

/** Records when keys were last used, at most once a minute per key. For the system role. */
export async function touchKeys(
  tx: SystemTx,
  uses: readonly { businessId: string; keyId: string; at: Date }[],
): Promise<void> {
  await sql`
    update api_keys k set last_used_at = u.at
    from unnest(${uses.map(({ businessId }) => businessId)}::uuid[], ${uses.map(({ keyId }) => keyId)}::uuid[],
                ${uses.map(({ at }) => at)}::timestamptz[]) as u (business_uuid, key_uuid, at)
    where k.business_uuid = u.business_uuid and k.key_uuid = u.key_uuid
      and (k.last_used_at is null or k.last_used_at <= u.at - interval '1 minute')`.execute(tx)
}

export interface RequestFilter {
  keyId: string | null
  /** `REFUSED` is 4xx, `FAILED` is 5xx. */
  result: 'OK' | 'REFUSED' | 'FAILED' | null
  method: string | null
  /** Part of the path. */
  path: string | null
}

export interface RequestRead extends Omit<ApiRequest, 'businessId'> {
  keyName: string | null
  keyPrefix: string | null
}

/**
 * Returns the requests before the request `after`, newest first. Filters without an index search only the next `looked`
 * requests, so that no page takes long. `lookedTo` is the last of these, or null if there are no more requests.
 */
export async function requestPage(
  tx: Tx,
  filter: RequestFilter,
  after: string | null,
  limit: number,
  looked: number,
): Promise<{ requests: RequestRead[]; lookedTo: string | null }> {
  const near = sql`
    from api_requests r where ${sql.join(indexedConditions(tx.businessId, filter, after), sql` and `)} order by r.request_uuid desc`
  const { rows } = await sql<Row>`
    select c.*, k.name as key_name, k.prefix as key_prefix
    from (select r.* ${near} limit ${looked}) c
    left join api_keys k on k.business_uuid = c.business_uuid and k.key_uuid = c.key_uuid
    where ${sql.join(unindexedConditions(filter), sql` and `)}
    order by c.request_uuid desc limit ${limit}`.execute(tx)
  const { rows: last } =
    rows.length < limit
      ? await sql<{ requestId: string }>`select r.request_uuid ${near} offset ${looked - 1} limit 1`.execute(tx)
      : { rows: [] }
  return { requests: rows.map(requestOf), lookedTo: last[0]?.requestId ?? null }
}

function indexedConditions(
  businessId: string,
  { keyId, result }: RequestFilter,
  after: string | null,
): RawBuilder<unknown>[] {
  return [
    sql`r.business_uuid = ${businessId}::uuid`,
    ...(keyId ? [sql`r.key_uuid = ${keyId}::uuid`] : []),
    ...(after ? [sql`r.request_uuid < ${after}::uuid`] : []),
    ...(result === 'REFUSED' ? [sql`r.status >= 400`] : []),
    ...(result === 'FAILED' ? [sql`r.status >= 500`] : []),
  ]
}

function unindexedConditions({ result, method, path }: RequestFilter): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(result === 'OK' ? [sql`c.status < 400`] : []),
    ...(result === 'REFUSED' ? [sql`c.status < 500`] : []),
    ...(method ? [sql`c.method = ${method}`] : []),
    ...(path ? [sql`strpos(c.path, ${path}) > 0`] : []),
  ]
}

interface Row {
  requestId: string
  at: Date
  keyId: string
  keyName: string | null
  keyPrefix: string | null
  method: string
  path: string
  status: number
  durationMs: number
  errorCode: string | null
}

const requestOf = (row: Row): RequestRead => ({
  requestId: row.requestId,
  at: row.at,
  keyId: row.keyId,
  keyName: row.keyName,
  keyPrefix: row.keyPrefix,
  method: row.method,
  path: row.path,
  status: row.status,
  durationMs: row.durationMs,
  errorCode: row.errorCode,
})
