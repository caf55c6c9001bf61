// Checks an office response against its endpoint's literal, so that every test over HTTP checks it too.
import assert from 'node:assert/strict'
import { z } from 'zod'
import { errorCodes } from '../../src/contract/error-codes.ts'
import { officeEndpoints } from '../../src/contract/all.ts'
import { officeEndpointOf, type OfficeEndpoint, type ServedInOffice } from '../../src/contract/endpoint.ts'
import { OFFICE_ERROR_CODES } from '../../src/contract/office/error-codes.ts'
import { endpointOf, fits } from './matching.ts'

const CODES = new Set<string>([...errorCodes().map(({ code }) => code), ...Object.keys(OFFICE_ERROR_CODES)])
const envelope = z.strictObject({ data: z.unknown(), message: z.literal('OK') })
const refusal = z.strictObject({
  statusCode: z.number(),
  message: z.string().regex(/^\S.*[.!?]$/s, 'is a sentence'),
  details: z.looseObject({ code: z.string().refine((code) => CODES.has(code), 'is listed') }),
})

/** Fails if the literal does not allow the response. `path` is below /office/api and includes the query. */
export function assertOfficeConforms(method: string, path: string, status: number, body: unknown): void {
  const what = `${method} ${path} answered ${status}, but`
  if (status >= 400) {
    assert.equal(fits(`${what} the error`, refusal, body).statusCode, status, what)
    return
  }
  const endpoint = endpointOf(officeEndpoints, method, path)
  assert.ok(endpoint, `${what} no literal has this path`)
  assertReply(endpoint, fits(`${what} the envelope`, envelope, body).data)
}

/** Fails if `data` does not match the literal or has more members. */
function assertReply({ method, path, reply }: OfficeEndpoint, data: unknown): void {
  const what = `${method} ${path}: data`
  if (typeof reply === 'string') assert.fail(`${what} is not JSON but ${reply}`)
  // Parsing drops members that the schema lacks, so equality proves that there are none.
  assert.deepEqual(data, fits(what, reply, data), `${what} has members that the literal lacks`)
}

/** Parses the lines of a response. Fails if a line does not match the literal. */
export function linesOf<L>(literal: ServedInOffice, text: string): L[] {
  const endpoint = officeEndpointOf(literal)
  const { method, path, line } = endpoint
  assert.ok(line, `${method} ${path} replies with lines`)
  const lines = text
    .trimEnd()
    .split('\n')
    .map((json): unknown => JSON.parse(json))
  for (const [i, one] of lines.entries()) {
    const what = `${method} ${path}: line ${i}`
    if (i < lines.length - 1) assert.deepEqual(one, fits(what, line, one), what)
    else if (typeof one === 'object' && one && 'data' in one) assertReply(endpoint, one.data)
    else fits(what, z.strictObject({ error: refusal }), one)
  }
  return lines as L[]
}
