// Checks for every class of response that webhooks are retried at the promised times, as often as promised and never early.
// The proof controls the clock.
import { once } from 'node:events'
import http, { type ServerResponse } from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { openWebhookPost } from '../../src/adapters/webhooks/webhook-post.ts'
import { sendWebhooksJob } from '../../src/jobs/send-webhooks.ts'
import { createCaller } from './caller.ts'
import { inProcess } from './in-process.ts'
import { queueDeliveries } from './queue-webhooks.ts'
import { newShop } from './shops.ts'

export interface ScheduleResult {
  deliveries: number
  attempts: number
  /** Number of attempts of one delivery, by class of response. */
  classes: Record<string, number>
  faults: string[]
}

/** Seconds between attempts (docs/spec/webhooks.md#retries, 2), and the maximum factor by which they may be later. */
const DELAYS = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400]
const MAX_DELAY_FACTOR = 1.1
/** Shorter timeout for receivers that never respond, because longer waiting would only cost time. */
const SHORT_TIMEOUT_MS = 150

type Answer = (response: ServerResponse, socket: Socket) => void
interface ResponseClass {
  answer: Answer
  attempts: 1 | 8
  ends: 'DELIVERED' | 'FAILED'
}

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end('an answer')
const delivered = (code: number): ResponseClass => ({ answer: status(code), attempts: 1, ends: 'DELIVERED' })
const refused = (code: number): ResponseClass => ({ answer: status(code), attempts: 1, ends: 'FAILED' })
const tried = (answer: Answer): ResponseClass => ({ answer, attempts: 8, ends: 'FAILED' })

const CLASSES: Record<string, ResponseClass> = {
  200: delivered(200),
  204: delivered(204),
  301: tried(status(301, { location: '/elsewhere' })),
  307: tried(status(307, { location: '/elsewhere' })),
  304: tried(status(304)),
  400: refused(400),
  401: refused(401),
  404: refused(404),
  410: refused(410),
  499: refused(499),
  408: tried(status(408)),
  429: tried(status(429)),
  '429 with Retry-After': tried(status(429, { 'retry-after': '1' })),
  500: tried(status(500)),
  503: tried(status(503, { 'retry-after': '1' })),
  timeout: tried(() => {}),
  reset: tried((_response, socket) => void socket.resetAndDestroy()),
  'half an answer': tried((response, socket) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setImmediate(() => socket.destroy())
  }),
  garbage: tried((_response, socket) => void socket.end('no HTTP at all\r\n\r\n')),
  'no TLS': tried(() => {}),
}

/** Sends `deliveries` webhooks of each class of response. */
export async function runScheduleProof(databaseUrl: string, deliveries: number): Promise<ScheduleResult> {
  let now = Date.now()
  const patient = openWebhookPost({ allowPrivate: true, timeoutMs: 60_000 })
  const impatient = openWebhookPost({ allowPrivate: true, timeoutMs: SHORT_TIMEOUT_MS })
  const service = await inProcess(databaseUrl, {
    clock: () => new Date(now),
    webhookPost: {
      ...patient,
      post: (message) => (message.url.endsWith('/timeout') ? impatient : patient).post(message),
    },
  })
  const receiver = await startReceiver()
  const result: ScheduleResult = { deliveries: 0, attempts: 0, classes: {}, faults: [] }
  const send = async () => {
    while (await sendWebhooksJob.run(service.app));
  }
  /** Returns the number of attempts of each class, and the states of its deliveries. */
  const made = async (businessId: string) => {
    const [row] = await service.app.db.query<{ made: number; states: string }>(
      `select (select count(*) from webhook_attempts where business_uuid = $1)::int as made,
              (select string_agg(distinct status, ', ') from webhook_deliveries where business_uuid = $1) as states`,
      [businessId],
    )
    return row ?? { made: 0, states: '' }
  }
  try {
    const shops = new Map<string, string>()
    for (const name of Object.keys(CLASSES)) {
      const { businessId, apiKey } = await newShop(service.app)
      const shop = createCaller([new URL(service.api).origin], apiKey, businessId)
      await shop.write('/webhooks/subscriptions', { url: receiver.urlOf(name) }, 201)
      await queueDeliveries(service.app, businessId, deliveries)
      shops.set(name, businessId)
      result.faults.push(...shop.faults)
    }
    /** Expects that exactly `due` attempts of each delivery were made by now. */
    const expect = async (due: number, when: string) => {
      await send()
      for (const [name, { attempts, ends }] of Object.entries(CLASSES)) {
        const wanted = Math.min(attempts, due)
        const are = await made(shops.get(name) ?? '')
        if (are.made !== deliveries * wanted)
          result.faults.push(`${name}: ${are.made} attempts and not ${deliveries * wanted} ${when}`)
        if (wanted === attempts && are.states !== ends) result.faults.push(`${name} ends ${are.states}, not ${ends}`)
      }
    }
    await expect(1, 'at once')
    for (const [i, delay] of DELAYS.entries()) {
      now += delay * 1000 - 1
      await expect(i + 1, `just before ${delay} s are over`)
      now += delay * 1000 * (MAX_DELAY_FACTOR - 1) + 1
      await expect(i + 2, `after ${delay} s`)
    }
    now += 90 * 86_400_000
    await expect(8, 'in the end')
    for (const [name, businessId] of shops) {
      const are = await made(businessId)
      result.deliveries += deliveries
      result.attempts += are.made
      result.classes[name] = are.made / deliveries
    }
    if (receiver.elsewhere() > 0) result.faults.push('a redirect was followed')
    return result
  } finally {
    await service.close()
    receiver.close()
  }
}

async function startReceiver() {
  let elsewhere = 0
  const server = http.createServer((request, response) => {
    request.resume()
    const path = decodeURIComponent((request.url ?? '').slice(1))
    if (path === 'elsewhere') elsewhere++
    request.on('end', () => (CLASSES[path]?.answer ?? status(500))(response, request.socket))
  })
  // A receiver without TLS behind an https URL.
  const plain = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  plain.listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(plain, 'listening')])
  const portOf = (one: net.Server) => (one.address() as AddressInfo).port
  return {
    urlOf: (name: string) =>
      name === 'no TLS'
        ? `https://127.0.0.1:${portOf(plain)}/`
        : `http://127.0.0.1:${portOf(server)}/${encodeURIComponent(name)}`,
    elsewhere: () => elsewhere,
    close: () => {
      server.close()
      server.closeAllConnections()
      plain.close()
    },
  }
}
