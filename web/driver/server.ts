// The requests of the driver's page. A refusal is a value; no answer at all, or one to try again, throws.
import type { Run } from '../../src/contract/driver.ts'
import type { WaysOut } from '../../src/contract/routes.ts'
import type { Waiting } from './outbox.ts'

/** `counted`: the link has ended, but what was sent again had its effect before. */
export type Answered = { run: Run } | { refused: string; ended: boolean; counted: boolean }

const TIMEOUT_MS = 30_000
const LONGEST_WAIT_MS = 60_000

export const askRun = (token: string): Promise<Answered> => ask(`/d/${token}/run`, {})

export function send({ token, key, tap, proof }: Waiting): Promise<Answered> {
  const headers = { 'Idempotency-Key': key }
  if (tap)
    return ask(`/d/${token}/taps`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(tap),
    })
  const form = new FormData()
  if (proof.signed_by) form.append('signed_by', proof.signed_by)
  form.append('taken_at', proof.at)
  if (proof.lat !== null && proof.lng !== null) {
    form.append('lat', String(proof.lat))
    form.append('lng', String(proof.lng))
  }
  form.append(proof.kind === 'PHOTO' ? 'photo' : 'signature', proof.picture, 'picture')
  return ask(`/d/${token}/stops/${proof.stop_uuid}/proof`, { method: 'POST', headers, body: form })
}

/** Not worth keeping: the next position replaces it. */
export const sendPosition = (token: string, position: { lat: number; lng: number }): Promise<unknown> =>
  fetch(`/d/${token}/position`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(position),
  }).catch(() => null)

/** The ways of the route along the roads; null where they can't be had now, and the map does without. */
export async function askWays(token: string, signal: AbortSignal): Promise<WaysOut | null> {
  const response = await fetch(`/d/${token}/ways`, { signal }).catch(() => null)
  return response?.ok ? ((await response.json()) as { data: WaysOut }).data : null
}

/** The server is there and will take the same request later, after that long. */
export class Later extends Error {
  readonly afterMs: number
  constructor(message: string, retryAfter: string | null) {
    super(message)
    const seconds = Number(retryAfter)
    this.afterMs = Number.isFinite(seconds) ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : 0
  }
}

async function ask(path: string, init: RequestInit): Promise<Answered> {
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const retryAfter = response.headers.get('Retry-After')
  if (response.status === 429 || retryAfter !== null) throw new Later('busy', retryAfter)
  const body = (await response.json()) as { data: Run; message: string; details?: { counted?: boolean } }
  if (response.ok) return { run: body.data }
  // Broken for now, or away behind its proxy: the same request may well be taken later.
  if (response.status >= 500 || response.status === 408) throw new Error(body.message)
  return { refused: body.message, ended: response.status === 410, counted: body.details?.counted === true }
}
