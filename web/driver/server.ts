// Requests of the driver page. A refusal is a value. No response, or a temporary error, throws.
import type * as driver from '../../src/contract/driver.ts'
import type { At } from '../../src/contract/endpoint.ts'
import type { DriverLanguages } from '../../src/domain/driver-words/languages.ts'
import type { LinkEnd } from '../../src/domain/driver-words/words.ts'
import { type ByRoute, type Data, methodAndPathOf, type CallInput } from '../api/route.ts'
import type { QueuedAction } from './doing.ts'

type Routes = ByRoute<At<(typeof driver)[keyof typeof driver], 'link'>>
type Route = keyof Routes
type Run = Data<Routes['GET /d/{token}/run']>
type Ways = Data<Routes['GET /d/{token}/ways']>
/** Endpoints that respond with the updated route. */
type RunRoute = { [R in Route]: Data<Routes[R]> extends Run ? R : never }[Route]

export type RouteResult = { run: Run } | RefusedAction
/** Refusal of a request. `counted`: the link has ended, but an earlier request with the same key had taken effect. */
export interface RefusedAction {
  /** Code of the refusal. */
  refused: string
  ended: Ended | null
  counted: boolean
}
export interface Ended {
  why: LinkEnd | null
  /** Phone number for questions. */
  phone: string | null
  languages: DriverLanguages | null
}

interface Body {
  data: Run
  message: string
  details?: {
    code?: string
    link?: 'UNKNOWN'
    counted?: boolean
    ended?: LinkEnd
    phone?: string | null
    languages?: DriverLanguages
  }
}

const TIMEOUT_MS = 30_000
const MAX_WAIT_MS = 60_000

export const fetchRoute = (token: string): Promise<RouteResult> =>
  requestRoute('GET /d/{token}/run', { params: { token } })

export function send({ token, key, tap, proof }: QueuedAction): Promise<RouteResult> {
  if (tap) return requestRoute('POST /d/{token}/taps', { params: { token }, body: tap }, key)
  const form = new FormData()
  if (proof.signed_by) form.append('signed_by', proof.signed_by)
  if (proof.item) {
    form.append('item_name', proof.item.name)
    if (proof.item.sku !== null) form.append('item_sku', proof.item.sku)
  }
  form.append('taken_at', proof.at)
  if (proof.clock_skew_ms !== undefined) form.append('clock_skew_ms', String(proof.clock_skew_ms))
  if (proof.lat !== null && proof.lng !== null) {
    form.append('lat', String(proof.lat))
    form.append('lng', String(proof.lng))
  }
  form.append(proof.kind === 'PHOTO' ? 'photo' : 'signature', proof.picture, 'picture')
  const { stop_uuid } = proof
  return requestRoute('POST /d/{token}/stops/{stop_uuid}/proof', { params: { token, stop_uuid }, form }, key)
}

/** Positions are not stored for a retry, because the next one replaces it. */
export const sendPosition = (
  token: string,
  body: { lat: number; lng: number; accuracy_meters: number },
): Promise<unknown> => request('POST /d/{token}/position', { params: { token }, body }).catch(() => null)

/** Loads the road geometry of the route. Returns null if it is unavailable, and the map then has straight lines. */
export async function fetchRouteGeometry(token: string, signal: AbortSignal): Promise<Ways | null> {
  const response = await request('GET /d/{token}/ways', { params: { token }, signal }).catch(() => null)
  return response?.ok ? ((await response.json()) as { data: Ways }).data : null
}

/** The server is available and asks to retry after this time. */
export class RetryLater extends Error {
  readonly afterMs: number
  constructor(message: string, retryAfter: string | null) {
    super(message)
    const seconds = Number(retryAfter)
    this.afterMs = Number.isFinite(seconds) ? Math.min(seconds * 1000, MAX_WAIT_MS) : 0
  }
}

export function request<R extends Route>(route: R, given: CallInput<Routes[R]>, key?: string): Promise<Response> {
  const { method, path } = methodAndPathOf(route, given)
  const { body, form, signal } = given as { body?: unknown; form?: FormData; signal?: AbortSignal }
  const headers = {
    ...(key !== undefined && { 'Idempotency-Key': key }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  return fetch(path, { method, headers, signal, body: form ?? (body === undefined ? undefined : JSON.stringify(body)) })
}

async function requestRoute<R extends RunRoute>(
  route: R,
  given: CallInput<Routes[R]>,
  key?: string,
): Promise<RouteResult> {
  const response = await request(route, { ...given, signal: AbortSignal.timeout(TIMEOUT_MS) }, key)
  const retryAfter = response.headers.get('Retry-After')
  if (response.status === 429 || retryAfter !== null) throw new RetryLater('busy', retryAfter)
  const body = (await response.json()) as Body
  if (response.ok) return { run: body.data }
  // A server error or a proxy without a server is temporary, so the request is retried.
  if (response.status >= 500 || response.status === 408) throw new Error(body.message)
  const { code = '', link, counted = false, ended: why = null, phone = null, languages = null } = body.details ?? {}
  return {
    refused: link === 'UNKNOWN' ? 'LINK_UNKNOWN' : code,
    ended: response.status === 410 ? { why, phone, languages } : null,
    counted,
  }
}
