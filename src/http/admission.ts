// Admits a request by its API key, rate limit and stored response, in one round trip (docs/spec/authentication.md).
import { inEnglishOnly } from '../texts/text.ts'
import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DuplicateRequest, App } from '../app/context.ts'
import { AppError, invalid } from '../app/errors.ts'
import { canDryRun, type KeyEndpoint, scopeOf } from '../contract/endpoint.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Admissions, Admitted } from '../app/integrations/keys/admissions.ts'
import { noteCaller } from './call-log.ts'
import { plainAddress } from './network.ts'

export interface Admission {
  businessId: string
  keyId: string
  timeZone: string
  isTest: boolean
  idempotency: { scope: string; key: string } | null
  stored: DuplicateRequest['stored'] | null
  isDryRun: boolean
}

const TEST_PREFIX = 'rk_test_'

/** Admits the request and sets the rate limit headers. Throws 401, 403, 429 or 400. */
export async function admit(
  app: App,
  ask: Admissions,
  endpoint: KeyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  rateLimitScale: number,
): Promise<Admission> {
  const token = bearerToken(request)
  const dryRun = takeDryRun(request)
  // A dry run has no effect, so its response is not stored.
  const idempotency =
    endpoint.idempotent && dryRun !== 'true' ? { scope: answerScopeOf(request), ...idempotencyKey(request) } : null
  const limits = endpoint.limits(request.query as Record<string, unknown>)
  const caps = limits.map((name) => Math.max(1, Math.floor(LIMITS[name] * rateLimitScale)))
  const row = await ask({ ...callOf(app, endpoint, request), limits, caps, ...storedReplyKey(idempotency) })
  if (!row) throw unknownKey()
  if (!endpoint.unlogged) noteCaller(request, row.businessId, row.keyId)
  if (row.cap !== null)
    void reply.headers({
      'RateLimit-Limit': row.cap,
      'RateLimit-Remaining': row.remaining ?? 0,
      'RateLimit-Reset': limitWaitToWindow(row.resetSeconds ?? 0),
    })
  if (!row.allowed)
    throw new AppError(
      'limited',
      'RATE_LIMITED',
      inEnglishOnly(`More than ${row.cap} requests per minute; retry later.`),
      {
        retryAfterSeconds: limitWaitToWindow(row.retrySeconds ?? 1),
      },
    )
  if (row.refusal) throw keyRefusalError(row, endpoint, addressOf(request))
  if (idempotency && idempotency.key === null)
    throw new AppError(
      'invalid',
      'IDEMPOTENCY_KEY_MISSING',
      'Idempotency-Key must be sent once, with 1 to 255 printable characters.',
      { fields: ['Idempotency-Key'] },
    )
  if (dryRun !== undefined) refuseImpossibleDryRun(endpoint, dryRun)
  if (dryRun === 'true') void reply.header('Dry-Run', 'true')
  return {
    businessId: row.businessId,
    keyId: row.keyId,
    timeZone: row.timeZone,
    // The hash of the complete token was verified, so its prefix can be trusted.
    isTest: token.startsWith(TEST_PREFIX),
    idempotency: idempotency?.key ? { scope: idempotency.scope, key: idempotency.key } : null,
    stored: storedReplyOf(row),
    isDryRun: dryRun === 'true',
  }
}

/** Admits a request again when its body has arrived. Doesn't count against rate limits. */
export async function admitAgain(
  app: App,
  ask: Admissions,
  endpoint: KeyEndpoint,
  request: FastifyRequest,
  admission: Admission,
): Promise<Admission> {
  const call = { ...callOf(app, endpoint, request), ...storedReplyKey(admission.idempotency) }
  const row = await ask({ ...call, limits: [], caps: [] })
  if (!row) throw unknownKey()
  if (row.refusal) throw keyRefusalError(row, endpoint, addressOf(request))
  return { ...admission, stored: storedReplyOf(row) }
}

const callOf = (app: App, endpoint: KeyEndpoint, request: FastifyRequest) => ({
  keyHash: app.secrets.hash(bearerToken(request)),
  at: app.clock(),
  keyScope: scopeOf(endpoint),
  address: addressOf(request),
})

const storedReplyKey = (idempotency: { scope: string; key: string | null } | null) => ({
  scope: idempotency?.scope ?? null,
  idempotencyKey: idempotency?.key ?? null,
})

const storedReplyOf = ({ reply, bodyHash, status }: Admitted): Admission['stored'] =>
  reply && bodyHash && status !== null ? { bodyHash, status, reply } : null

/** Address of the client. Null if a proxy forwards something that is not an IP address. */
function addressOf(request: FastifyRequest): string | null {
  const from = plainAddress(request.ip)
  return isIP(from) ? from : null
}

/**
 * Limits a wait to the window of the limits. Requests count until the end of their second, so after a wait of the whole
 * window the next request may have to wait up to one more second.
 */
const limitWaitToWindow = (seconds: number): number => Math.min(seconds, 60)

/** Removes dry_run from the query, because it is not part of the operation's own schema. */
function takeDryRun({ query }: FastifyRequest): unknown {
  const { dry_run: asked } = query as { dry_run?: unknown }
  delete (query as { dry_run?: unknown }).dry_run
  return asked
}

/** Throws if the dry run is impossible or malformed, so that a mistake never runs the operation for real. */
function refuseImpossibleDryRun(endpoint: KeyEndpoint, asked: unknown): void {
  if (!canDryRun(endpoint)) throw invalid('dry_run', 'is not possible for this operation')
  if (asked !== 'true' && asked !== 'false') throw invalid('dry_run', 'must be true or false')
}

function keyRefusalError({ refusal, expiresAt }: Admitted, endpoint: KeyEndpoint, address: string | null): AppError {
  if (refusal === 'EXPIRED') {
    const at = expiresAt?.toISOString()
    return new AppError(
      'unauthenticated',
      'KEY_EXPIRED',
      inEnglishOnly(`The API key expired at ${at}. Use the key that replaced it, or ask the office for a new key.`),
      { details: { expired_at: at } },
    )
  }
  return refusal === 'ADDRESS'
    ? new AppError(
        'forbidden',
        'ADDRESS_NOT_ALLOWED',
        address
          ? inEnglishOnly(`The API key may not be used from ${address}. The office can allow this address.`)
          : 'This API key is limited to certain IP addresses, and the proxy did not forward the client’s address.',
        { details: { address } },
      )
    : new AppError(
        'forbidden',
        'SCOPE_MISSING',
        inEnglishOnly(`The API key lacks the scope ${scopeOf(endpoint)}. The office can grant it.`),
        { details: { scope: scopeOf(endpoint) } },
      )
}

function bearerToken(request: FastifyRequest): string {
  const sent = rawValues(request, 'authorization')
  if (sent.length === 0) throw unauthenticated('Send your API key: Authorization: Bearer <key>.')
  const [, token] = /^Bearer +(rk_(?:live|test)_[A-Za-z0-9_-]{43})$/i.exec(sent[0] ?? '') ?? []
  if (sent.length > 1 || !token) throw unauthenticated('The Authorization header is malformed.')
  return token
}

function idempotencyKey(request: FastifyRequest): { key: string | null } {
  const [key, ...more] = rawValues(request, 'idempotency-key')
  return { key: key && more.length === 0 && /^[\x20-\x7e]{1,255}$/.test(key) ? key : null }
}

/** All values of a header. Node merges repeated headers, except in the raw list. */
function rawValues(request: FastifyRequest, name: string): string[] {
  const { rawHeaders } = request.raw
  return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name)
}

/** Method and path as sent, without the query. Idempotency keys are unique within this scope. */
const answerScopeOf = (request: FastifyRequest): string => `${request.method} ${request.url.split('?', 1)[0]}`

const unknownKey = (): AppError => unauthenticated('The API key is unknown or revoked.')

const unauthenticated = (message: string): AppError =>
  new AppError('unauthenticated', 'UNAUTHENTICATED', inEnglishOnly(message))
