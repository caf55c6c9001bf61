// The calls of the API in the last days, newest first.
import type { RequestLogOut, RequestLogQuery } from '../../contract/office/integrations.ts'
import { requestPage } from '../../store/keys/api-requests.ts'
import type { Context } from '../context.ts'
import { readCursor, writeCursor } from '../cursor.ts'

const PAGE = 50
/** How many calls one page looks through for those that match. */
const LOOKED = 5_000
const LIST = 'requests'

export async function listRequests(ctx: Context, query: RequestLogQuery): Promise<RequestLogOut> {
  const after = query.cursor ? (readCursor(ctx, LIST, query.cursor) as { after: string }).after : null
  const filter = {
    keyId: query.key ?? null,
    result: query.result ?? null,
    method: query.method ?? null,
    path: query.path || null,
  }
  const { requests, lookedTo } = await ctx.read((tx) => requestPage(tx, filter, after, PAGE + 1, LOOKED))
  const page = requests.slice(0, PAGE)
  const last = requests.length > PAGE ? page.at(-1)?.requestId : lookedTo
  return {
    requests: page.map((request) => ({
      request_id: request.requestId,
      at: request.at.toISOString(),
      key_name: request.keyName,
      key_prefix: request.keyPrefix,
      method: request.method,
      path: request.path,
      status: request.status,
      duration_ms: request.durationMs,
      error_code: request.errorCode,
    })),
    next_cursor: last ? writeCursor(ctx, LIST, { after: last }) : null,
    looked_through: requests.length > PAGE || !lookedTo ? null : LOOKED,
  }
}
