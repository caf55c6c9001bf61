// Clients that produce mixed load: some send and change orders, some work whole days. Each knows the expected results.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../src/app/context.ts'
import { type Caller, createCaller } from './caller.ts'
import type { ProofReceiver } from './receiver.ts'
import { newShop } from './shops.ts'

/** Expected results of a client's own writes. */
export interface Expected {
  /** Order status, keyed by reference. */
  orders: Map<string, string>
  /** Number of times that each event must be queued. */
  events: Map<string, number>
  routes: number
}

export interface Worker {
  caller: Caller
  expected: Expected
  run(until: () => boolean): Promise<void>
}

/**
 * Creates clients, each with its own business. Every fourth one works days. `urlsOf` returns a client's servers, which
 * it tries in turn.
 */
export async function newWorkers(
  app: App,
  urlsOf: (client: number) => readonly string[],
  receiver: ProofReceiver,
  count: number,
): Promise<Worker[]> {
  const workers: Worker[] = []
  for (let i = 0; i < count; i++) {
    const { businessId, apiKey } = await newShop(app)
    const own = createCaller(urlsOf(i), apiKey, businessId)
    await own.write('/webhooks/subscriptions', { url: receiver.url }, 201)
    workers.push(i % 4 === 0 ? routeClient(own, tomorrow()) : orderClient(own, tomorrow()))
  }
  return workers
}

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** Returns the next day in New York as MM/dd/yyyy. */
export const tomorrow = (now = Date.now()): string => NEW_YORK.format(new Date(now + 86_400_000))

const nothingExpected = (): Expected => ({ orders: new Map(), events: new Map(), routes: 0 })

/**
 * Creates orders, changes them, and cancels every third. `pauseMs`: pause after each order. `isTold`: the business's endpoint
 * selects order.created.
 */
export function orderClient(caller: Caller, date: string, { pauseMs = 20, isTold = false } = {}): Worker {
  const expected = nothingExpected()
  return {
    caller,
    expected,
    run: async (until) => {
      for (let i = 0; !until(); i++) {
        const ref = randomUUID()
        await caller.write('/orders', orderBody(ref, date, i), 201)
        if (isTold) expected.events.set('order.created', (expected.events.get('order.created') ?? 0) + 1)
        await caller.write('/orders', { ...orderBody(ref, date, i), instructions: 'Ring twice.' }, 200)
        if (i % 3 === 0) await caller.write(`/orders/${ref}/cancel`, undefined, 200)
        expected.orders.set(ref, i % 3 === 0 ? 'CANCELLED' : 'OPEN')
        await sleep(pauseMs)
      }
    },
  }
}

const OUTCOMES = ['DELIVERED', 'FAILED', 'SKIPPED', 'DELIVERED', 'DELIVERED', 'FAILED']

/**
 * Works days of 6 stops: orders, build, dispatch, and each outcome. With `isHeld`, waits for the end of each undo
 * window. `pauseMs`: pause after each day.
 */
export function routeClient(caller: Caller, date: string, { isHeld = false, pauseMs = 0 } = {}): Worker {
  const expected = nothingExpected()
  const owed = (event: string) => expected.events.set(event, (expected.events.get(event) ?? 0) + 1)
  const settled = async (routeId: string, place: number): Promise<void> => {
    for (;;) {
      const { data } = await caller.read(`/routes/${routeId}`)
      const stops = data.stops as { settles_at: string | null }[]
      if (stops[place]?.settles_at === null) return
      await sleep(50)
    }
  }
  const day = async (): Promise<void> => {
    const refs = OUTCOMES.map(() => randomUUID())
    for (const [i, ref] of refs.entries()) await caller.write('/orders', orderBody(ref, date, i), 201)
    const built = await caller.write('/routes/build', { date, external_refs: refs }, 201)
    const routes = (built.data?.routes ?? []) as {
      route_uuid: string
      stops: { stop_uuid: string; external_ref: string }[]
    }[]
    const [route] = routes
    // `write` has already recorded a refused build as a fault. A deliberate fault can cause it, so don't throw.
    if (!route) return void caller.faults.push('no route was built')
    expected.routes++
    await caller.write(`/routes/${route.route_uuid}/dispatch`, undefined, 200)
    for (const [i, status] of OUTCOMES.entries()) {
      const stop = route.stops[i]
      if (!stop) throw new Error('a stop was left off')
      const reason = status === 'FAILED' ? { reason: 'Nobody was there.' } : {}
      await caller.write(`/routes/${route.route_uuid}/stops/${stop.stop_uuid}/status`, { status, ...reason }, 200)
      if (isHeld) await settled(route.route_uuid, i)
      expected.orders.set(stop.external_ref, status === 'SKIPPED' ? 'OPEN' : status)
      owed('stop.scheduled')
      owed(`stop.${status.toLowerCase()}`)
      // After each outcome but the last, the driver is on the way to the next stop.
      if (i + 1 < OUTCOMES.length) owed('stop.en_route')
    }
    const { data } = await caller.read(`/routes/${route.route_uuid}`)
    if (data.status !== 'COMPLETED') caller.faults.push(`a route worked to its end is ${String(data.status)}`)
    owed('route.completed')
  }
  return {
    caller,
    expected,
    run: async (until) => {
      while (!until()) {
        await day()
        await sleep(pauseMs)
      }
    },
  }
}

const orderBody = (ref: string, date: string, i: number) => ({
  external_ref: ref,
  customer_name: 'Proof customer',
  address: { line1: `${i} Proof Street`, city: 'Washington', lat: 38.9 + (i % 40) / 1000, lng: -77.03 },
  delivery_date: date,
})
