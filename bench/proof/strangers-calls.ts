// Requests of people whom the service does not know, or knows by a link alone: to any of its routes, with hostile heads
// and bodies, whole, in chunks, or broken off.
import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { Readable } from 'node:stream'
import type { ServedRoute } from '../../test/helpers/served-routes.ts'
import { bodyOfBytes, type HostileBody, hostileBody } from './strangers-bodies.ts'

const PATIENCE_MS = 60_000

/** To a route, to the page of its driver and to a delivery, and what their holders can send there. */
export interface HeldLinks {
  driver: string
  home: string
  customer: string
  /** Stops on the driver's route. */
  stops: string[]
  /** A form with a picture. */
  photo: Buffer | null
}

export interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body: HostileBody | null
  manner: 'whole' | 'in chunks' | 'broken off'
}

export function hostileCall(
  random: () => number,
  { method, url }: ServedRoute,
  mostBytes: number,
  links: HeldLinks | null,
): Call {
  const chance = (of: number): boolean => random() < of
  const path = url
    .replace('/d/home/:token', `/d/home/${links?.home ?? token()}`)
    .replace('/d/:token', `/d/${links?.driver ?? token()}`)
    .replace('/t/:token', `/t/${links?.customer ?? token()}`)
    .replace(':stop_uuid', () => links?.stops[Math.floor(random() * links.stops.length)] ?? randomUUID())
    .replaceAll(/:\w+/g, () => (chance(0.7) ? randomUUID() : 'x'.repeat(1 + Math.floor(random() * 4_000))))
  const query = chance(0.1) ? `?${filler(random, '&', 7_000)}` : ''
  const photo = links?.photo && url.endsWith('/proof') && chance(0.7) ? links.photo : null
  const body = photo
    ? bodyOfBytes('a photo', 'multipart/form-data; boundary=photo', photo)
    : hostileBody(random, mostBytes)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const headers: Record<string, string> = {
    ...(hasBody && body.contentType !== null && { 'content-type': body.contentType }),
    ...((photo || chance(0.6)) && { 'idempotency-key': randomUUID() }),
    ...(chance(0.4) && { authorization: `Bearer rk_live_${token()}` }),
    ...(chance(0.4) && { cookie: `roundsman=${token()}`, 'x-csrf-token': token() }),
    ...(chance(0.3) && { 'x-twilio-signature': token() }),
    ...(chance(0.05) && { cookie: filler(random, '; ', 5_000) }),
    ...(chance(0.05) && { 'x-forwarded-for': filler(random, ', ', 5_000) }),
    ...(chance(0.05) && { traceparent: token(), baggage: filler(random, ',', 5_000) }),
    ...(chance(0.05) && { range: `bytes=${filler(random, ',', 2_000)}` }),
  }
  const manner = photo || chance(0.8) ? 'whole' : chance(0.5) ? 'in chunks' : 'broken off'
  return { method, path: path + query, headers, body: hasBody ? body : null, manner }
}

const token = (): string => randomBytes(32).toString('base64url')

/** Names and values, ever so many. */
function filler(random: () => number, between: string, length: number): string {
  const pairs: string[] = []
  for (let size = 0; size < length; size += 8) pairs.push(`k${Math.floor(random() * 1e4)}=1`)
  return pairs.join(between).slice(0, length)
}

export interface Answered {
  status: number
  bytes: number
  retryAfter: boolean
}

/** The answer; null when the connection ended before one came. */
export function send(origin: string, agent: http.Agent, call: Call): Promise<Answered | null> {
  const { method, path, headers, body, manner } = call
  return new Promise((resolve) => {
    const length = body && manner !== 'in chunks' && { 'content-length': String(body.length) }
    const options = { method, agent, headers: { ...headers, ...length }, signal: AbortSignal.timeout(PATIENCE_MS) }
    const request = http.request(origin + path, options)
    let answered: Answered | null = null
    request.on('response', (response) => {
      answered = { status: response.statusCode ?? 0, bytes: 0, retryAfter: 'retry-after' in response.headers }
      response.on('data', (chunk: Buffer) => {
        if (answered) answered.bytes += chunk.length
      })
      // What of the body has not left yet is of no use any more.
      response.on('close', () => request.destroy())
    })
    request.on('error', () => {})
    request.on('close', () => resolve(answered))
    if (!body) request.end()
    else if (manner === 'broken off') {
      for (const chunk of [...body.chunks()].slice(0, 2)) request.write(chunk)
      setTimeout(() => request.destroy(), 200)
    } else
      Readable.from(body.chunks(), { objectMode: false })
        .on('error', () => {})
        .pipe(request)
  })
}
