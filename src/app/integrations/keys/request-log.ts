// Lists recent API calls, newest first: calls of all keys for the office, and a key's own calls for that key.
import { apiEndpoints } from '../../../contract/all.ts'
import type { DataOf } from '../../../contract/endpoint.ts'
import type * as apiKey from '../../../contract/key.ts'
import type { CallsQuery } from '../../../contract/key.ts'
import type { RequestLogOut, RequestLogQuery } from '../../../contract/office/integrations.ts'
import { type RequestFilter, type RequestRead, requestPage } from '../../../store/keys/api-requests.ts'
import type { Context } from '../../context.ts'
import { type Page, readCursor, writeCursor } from '../../cursor.ts'

const PAGE = 50
/** Maximum calls that one page searches for matches. */
const LOOKED = 5_000

export async function listRequests(ctx: Context, query: RequestLogQuery): Promise<RequestLogOut> {
  const filter = {
    keyId: query.key ?? null,
    result: query.result ?? null,
    method: query.method ?? null,
    path: query.path || null,
  }
  const page = { filter, cursor: query.cursor, limit: PAGE }
  const { items, nextCursor, isFull } = await pageOf(ctx.stale('seconds'), 'requests', page)
  return {
    requests: items.map((request) => ({
      ...callToWire(request),
      body: bodyOf(request),
      key_name: request.keyName,
      key_prefix: request.keyPrefix,
    })),
    next_cursor: nextCursor,
    looked_through: isFull || !nextCursor ? null : LOOKED,
  }
}

export async function listCalls(
  ctx: Context,
  query: CallsQuery,
): Promise<Page<DataOf<typeof apiKey.listCalls>[number]>> {
  const filter = { keyId: ctx.actor.id, result: query.result ?? null, method: null, path: null }
  const { limit = PAGE, cursor } = query
  const { items, nextCursor } = await pageOf(ctx, 'calls', { filter, cursor, limit })
  return { items: items.map(callToWire), nextCursor }
}

async function pageOf(
  ctx: Context,
  list: string,
  { filter, cursor, limit }: { filter: RequestFilter; cursor: string | undefined; limit: number },
): Promise<Page<RequestRead> & { isFull: boolean }> {
  const after = cursor ? (readCursor(ctx, list, cursor) as { after: string }).after : null
  const { requests, lookedTo } = await ctx.read((tx) => requestPage(tx, filter, after, limit + 1, LOOKED))
  const items = requests.slice(0, limit)
  const isFull = requests.length > limit
  const last = isFull ? items.at(-1)?.requestId : lookedTo
  return { items, nextCursor: last ? writeCursor(ctx, list, { after: last }) : null, isFull }
}

/** Paths with the fewest parameters first, so that a fixed name is not taken for a parameter. */
const PATTERNS = apiEndpoints
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
  .map((endpoint) => ({
    endpoint,
    parts: endpoint.path.split('/'),
  }))

/** Returns whether the path matches. After /api and the version, each part must be equal, or be a parameter. */
function matchesPath(parts: readonly string[], path: string): boolean {
  const given = path.split('/').slice(2)
  return given.length === parts.length && parts.every((part, i) => i === 0 || part.startsWith('{') || part === given[i])
}

function bodyOf({ method, path }: RequestRead): 'JSON' | 'FORM' | null {
  const [bare = ''] = path.split('?', 1)
  const found = PATTERNS.find(({ endpoint, parts }) => endpoint.method === method && matchesPath(parts, bare))
  if (!found?.endpoint.body) return null
  return found.endpoint.multipart ? 'FORM' : 'JSON'
}

const callToWire = ({ requestId, at, method, path, status, durationMs, errorCode }: RequestRead) => ({
  request_id: requestId,
  at: at.toISOString(),
  method,
  path,
  status,
  duration_ms: durationMs,
  error_code: errorCode,
})
