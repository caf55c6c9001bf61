// Checks an API response against its description, so that every test over HTTP checks it too.
import assert from 'node:assert/strict'
import { z } from 'zod'
import { errorCodes } from '../../src/contract/error-codes.ts'
import { apiBindings } from '../../src/http/operations/all.ts'
import { errorStatuses } from '../../src/http/openapi.ts'
import { assertDescribed } from './described.ts'
import { endpointOf, fits } from './matching.ts'

const ErrorBody = z.strictObject({
  statusCode: z.number(),
  message: z.string().regex(/^\S.*[.!?]$/s, 'is a sentence'),
  details: z.looseObject({
    code: z.enum(errorCodes().map(({ code }) => code)),
    fields: z.array(z.string()).optional(),
  }),
})

const endpoints = apiBindings.map(({ endpoint }) => endpoint)

/** Fails if the description does not allow the response. `path` is below the API's prefix and includes the query. */
export function assertConforms(
  method: string,
  path: string,
  { status, headers, body, sent }: { status: number; headers: Headers; body: unknown; sent?: unknown },
): void {
  const what = `${method} ${path} answered ${status}, but`
  assert.match(headers.get('content-type') ?? '', /^application\/json/, what)
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, what)
  const endpoint = endpointOf(endpoints, method, path)
  if (endpoint && (status in endpoint.success || errorStatuses(endpoint).includes(status)))
    assertDescribed(endpoint, status, { sent, answered: body })
  if (status >= 400) {
    const { statusCode, details } = fits(`${what} the error`, ErrorBody, body)
    assert.equal(statusCode, status, what)
    const codes = errorCodes().filter((error) => error.status === status)
    assert.ok(
      codes.some(({ code }) => code === details.code),
      `${what} ${details.code} belongs to another status`,
    )
    if (status === 429) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, what)
    if (endpoint) assert.ok(errorStatuses(endpoint).includes(status), `${what} the description has no such status`)
    return
  }
  assert.ok(endpoint, `${what} the description has no such operation`)
  assert.ok(status in endpoint.success, `${what} the description has no such status`)
  const envelope = z.strictObject({
    data: z.unknown(),
    message: z.literal('OK'),
    ...(endpoint.paged && { next_cursor: z.string().nullable() }),
  })
  const { data } = fits(`${what} the envelope`, envelope, body)
  // Parsing drops undocumented members, so equality proves that the response has none.
  assert.deepEqual(data, fits(`${what} data`, endpoint.reply, data), `${what} data has undocumented members`)
}
