// Hostile requests to every route of the service, by strangers and by holders of a link, key or session. They have
// hostile headers and bodies, and are sent completely, in chunks, broken off, slowly, concurrently or repeatedly.
import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_REQUEST_SECONDS } from '../../src/contract/limits.ts'
import type { ServedRoute } from '../../test/helpers/served-routes.ts'
import { bodyOfBytes, bodyOfJson, type HostileBody, hostileBody } from './hostile-bodies.ts'

const PATIENCE_MS = 60_000
/** Tolerance, because Node checks for slow requests only at intervals, and the machine is busy. */
const SLACK_MS = 20_000

export const ATTACKS = ['huge', 'deep', 'slow', 'many', 'repeated', 'inflating'] as const
export type AttackKind = (typeof ATTACKS)[number]

export const CALLERS = ['stranger', 'link', 'key', 'session'] as const
export type Caller = (typeof CALLERS)[number]

/** Links to a route, to the driver page and to a delivery, and the data that their holders can send there. */
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
  sent: 'whole' | 'in chunks' | 'broken off'
}

/** Credentials of a caller who is not a stranger. */
export interface HeldCredentials {
  links: HeldLinks | null
  /** Headers of a key or a session. */
  headers: Record<string, string>
}

/** A route, and contents of a request that the service accepts there. */
export interface AttackedRoute extends ServedRoute {
  query: string
  body: unknown
}

export function hostileCall(
  random: () => number,
  { method, url, query: fitting, body: taken }: AttackedRoute,
  mostBytes: number,
  { links, headers: credentials }: HeldCredentials,
  manner: AttackKind,
  inflating: HostileBody | null = null,
): Call {
  const chance = (of: number): boolean => random() < of
  const path = url
    .replace('/d/home/:token', `/d/home/${links?.home ?? token()}`)
    .replace('/d/:token', `/d/${links?.driver ?? token()}`)
    .replace('/t/:token', `/t/${links?.customer ?? token()}`)
    .replace(':stop_uuid', () => links?.stops[Math.floor(random() * links.stops.length)] ?? randomUUID())
    .replaceAll(/:\w+/g, () => (chance(0.7) ? randomUUID() : 'x'.repeat(1 + Math.floor(random() * 4_000))))
  const query = chance(0.1) ? `?${fillerText(random, '&', 7_000)}` : fitting
  const photo = !inflating && links?.photo && url.endsWith('/proof') && chance(0.7) ? links.photo : null
  const isTaken = taken !== undefined && (manner === 'many' || manner === 'repeated') && chance(0.8)
  const body = inflating
    ? inflating
    : photo
      ? bodyOfBytes('a photo', 'multipart/form-data; boundary=photo', photo)
      : isTaken
        ? bodyOfJson(taken)
        : hostileBody(random, mostBytes, manner === 'huge' || manner === 'deep' ? manner : undefined)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const isStranger = Object.keys(credentials).length === 0
  const headers: Record<string, string> = {
    ...(hasBody && body.contentType !== null && { 'content-type': body.contentType }),
    ...(hasBody && body.encoding !== undefined && { 'content-encoding': body.encoding }),
    ...((photo || inflating || isTaken || chance(0.6)) && { 'idempotency-key': randomUUID() }),
    ...(isStranger && chance(0.4) && { authorization: `Bearer rk_live_${token()}` }),
    ...(isStranger && chance(0.4) && { cookie: `roundsman=${token()}`, 'x-csrf-token': token() }),
    ...(chance(0.3) && { 'x-twilio-signature': token() }),
    ...(isStranger && chance(0.05) && { cookie: fillerText(random, '; ', 5_000) }),
    ...(chance(0.05) && { 'x-forwarded-for': fillerText(random, ', ', 5_000) }),
    ...(chance(0.05) && { traceparent: token(), baggage: fillerText(random, ',', 5_000) }),
    ...(chance(0.05) && { range: `bytes=${fillerText(random, ',', 2_000)}` }),
    ...credentials,
  }
  const sent = photo || inflating || isTaken || chance(0.8) ? 'whole' : chance(0.5) ? 'in chunks' : 'broken off'
  return { method, path: path + query, headers, body: hasBody ? body : null, sent }
}

const token = (): string => randomBytes(32).toString('base64url')

/** Returns text of this length with many names and values. */
function fillerText(random: () => number, between: string, length: number): string {
  const pairs: string[] = []
  for (let size = 0; size < length; size += 8) pairs.push(`k${Math.floor(random() * 1e4)}=1`)
  return pairs.join(between).slice(0, length)
}

export interface AttackResponse {
  status: number
  bytes: number
  retryAfter: boolean
  /**
   * The request was refused because something isn't configured, so that no retry helps
   * (docs/spec/conventions.md#errors).
   */
  isUnconfigured: boolean
}

/** Returns the response. Null if the connection ended without one. Ends an endless stream after its first bytes. */
export function send(origin: string, agent: http.Agent, call: Call): Promise<AttackResponse | null> {
  const { method, path, headers, body, sent } = call
  return new Promise((resolve) => {
    const length = body && sent !== 'in chunks' && { 'content-length': String(body.length) }
    const options = { method, agent, headers: { ...headers, ...length }, signal: AbortSignal.timeout(PATIENCE_MS) }
    const request = http.request(origin + path, options)
    let answered: AttackResponse | null = null
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      answered = { status, bytes: 0, retryAfter: 'retry-after' in headers, isUnconfigured: false }
      if (response.headers['content-type']?.startsWith('text/event-stream')) return void request.destroy()
      response.on('data', (chunk: Buffer) => {
        if (!answered) return
        answered.bytes += chunk.length
        answered.isUnconfigured ||= chunk.includes('_NOT_CONFIGURED"')
      })
      // Remaining parts of the request body are not needed any more.
      response.on('close', () => request.destroy())
    })
    request.on('error', () => {})
    request.on('close', () => resolve(answered))
    if (!body) request.end()
    else if (sent === 'broken off') {
      for (const chunk of [...body.chunks()].slice(0, 2)) request.write(chunk)
      setTimeout(() => request.destroy(), 200)
    } else
      Readable.from(body.chunks(), { objectMode: false })
        .on('error', () => {})
        .pipe(request)
  })
}

/**
 * Sends the request at one byte per second, from within the headers or the body. Returns the status, or a fault if the
 * connection hangs longer than allowed.
 */
export async function sendSlowly(
  origin: string,
  { method, path, headers, body }: Call,
  fromHead: boolean,
): Promise<{ status: number | null; hangs: boolean }> {
  const { hostname, port } = new URL(origin)
  const fields = { host: hostname, ...headers, ...(body && { 'content-length': '100000' }) }
  const head = `${method} ${path} HTTP/1.1\r\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}`
  const socket = net.connect(Number(port), hostname)
  let [answer, isOver] = ['', false]
  socket.on('error', () => {}).on('data', (bytes) => (answer += bytes.toString('latin1').slice(0, 100)))
  socket.on('close', () => (isOver = true))
  const began = performance.now()
  socket.write(fromHead ? head : `${head}\r\n{`)
  while (!isOver && answer === '' && performance.now() - began < MAX_REQUEST_SECONDS * 1000 + SLACK_MS) {
    await sleep(1_000)
    socket.write(fromHead ? 'X' : ' ')
  }
  const hangs = !isOver && answer === ''
  socket.destroy()
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? []
  return { status: status === undefined ? null : Number(status), hangs }
}
