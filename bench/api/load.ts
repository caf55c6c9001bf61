// Load generator: several connections, each with one request after another, for some seconds.
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { dayToWire } from '../../src/contract/fields.ts'
import { ORDERS_IN_BATCH } from './bulk.ts'
import { readArguments } from './child.ts'

export interface LoadArguments {
  api: string
  apiKey: string
  connections: number
  seconds: number
  /**
   * `writes` creates orders singly, `batches` creates several per request, `reads` reads single orders, and `feed` pages through
   * the change feed. Of 10 requests of `mixed`, 6 are writes, 3 are reads, and 1 gets a feed page.
   */
  kind: 'writes' | 'batches' | 'reads' | 'feed' | 'mixed'
  /** References of existing orders. Used by `reads` and `mixed`. */
  refs: string[]
}

export interface LoadResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
  failed: number
  refs: string[]
  /** Processor time of the generator itself. */
  cpuMs: number
}

const { api, apiKey, connections, seconds, kind, refs } = readArguments() as LoadArguments
const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
const run = randomUUID().slice(0, 8)
const made: string[] = []
const latencies: number[] = []
let failed = 0
let counter = 0
const tomorrow = dayToWire(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))

const orderOf = (ref: string) => ({
  external_ref: ref,
  customer_name: 'Benchmark customer',
  customer_phone: '+12025550143',
  address: {
    line1: `${counter} Benchmark Street`,
    city: 'Washington',
    postal_code: '20009',
    lat: 38.91,
    lng: -77.03,
  },
  instructions: 'Ring twice; leave with the front desk.',
  delivery_date: tomorrow,
  window_start: '09:00',
  window_end: '12:00',
  items: [
    { name: 'Peas, case', quantity: 2, unit_weight_lbs: 12.5, temperature_class: 'FROZEN', sku: 'PEAS-12' },
    { name: 'Rice, bag', quantity: 1, unit_weight_lbs: 20 },
  ],
  metadata: { order_source: 'benchmark' },
})

const send = (method: string, path: string, body?: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = { authorization: `Bearer ${apiKey}` }
    if (body !== undefined)
      Object.assign(headers, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': `${run}-${counter}`,
      })
    const request = http.request(`${api}${path}`, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    request.on('error', reject)
    request.end(body)
  })

/** Approximate mix of a day: `MIX_SHARES` in bench/capacity/model.ts. */
const MIX = ['writes', 'reads', 'writes', 'writes', 'reads', 'writes', 'feed', 'writes', 'reads', 'writes'] as const

/** Returns the next request of a connection. The feed keeps its cursor between requests. */
function requests(): () => Promise<number> {
  let cursor: string | null = null
  let turn = 0
  const next: Record<LoadArguments['kind'], () => Promise<number>> = {
    writes: async () => {
      const ref = `${run}-${counter++}`
      const { status } = await send('POST', '/orders', JSON.stringify(orderOf(ref)))
      if (status === 201) made.push(ref)
      return status
    },
    batches: async () => {
      const refs = Array.from({ length: ORDERS_IN_BATCH }, () => `${run}-${counter++}`)
      const { status, text } = await send('POST', '/orders/batch', JSON.stringify({ orders: refs.map(orderOf) }))
      return status === 200 && text.includes('"refused":0') ? status : 500
    },
    reads: async () => (await send('GET', `/orders/${refs[counter++ % refs.length]}`)).status,
    feed: async () => {
      const { status, text } = await send('GET', cursor ? `/orders?cursor=${cursor}` : '/orders?limit=50')
      if (status === 200) ({ next_cursor: cursor } = JSON.parse(text) as { next_cursor: string | null })
      return status
    },
    mixed: () => next[MIX[turn++ % MIX.length] as LoadArguments['kind']](),
  }
  return next[kind]
}

async function connection(until: number): Promise<void> {
  const next = requests()
  while (performance.now() < until) {
    const began = performance.now()
    const status = await next()
    latencies.push(performance.now() - began)
    if (status >= 300) failed++
  }
}

const began = performance.now()
await Promise.all(Array.from({ length: connections }, () => connection(began + seconds * 1000)))
const took = (performance.now() - began) / 1000
latencies.sort((a, b) => a - b)
const quantile = (q: number) => Math.round((latencies[Math.floor(latencies.length * q)] ?? 0) * 10) / 10
const spent = process.cpuUsage()
const result: LoadResult = {
  perSecond: Math.round(latencies.length / took),
  p50Ms: quantile(0.5),
  p99Ms: quantile(0.99),
  failed,
  refs: made.slice(0, 2_000),
  cpuMs: Math.round((spent.user + spent.system) / 1000),
}
console.log(JSON.stringify(result))
agent.destroy()
