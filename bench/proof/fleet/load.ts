// Load at a steady rate: orders are written and read in turn, for the businesses in turn. No request waits for the previous
// one, and the time of a request counts from the moment at which it was planned.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../quantile.ts'
import { type Answer, type Calls, isRetryable } from './calls.ts'
import { NAMES, type Name } from './installations.ts'
import { orderBody, type Shop, written } from './shops.ts'

export interface LoadOptions {
  calls: Calls
  shops: readonly Shop[]
  /** Returns the address that the request of a business goes to. */
  urlOf: (shop: Shop) => string
  perSecond: number
  /** Whether the load ends. It is asked until it returns true. */
  until: (seconds: number) => boolean
  /** Share of the requests that write. */
  writes?: number
}

/** Requests of the businesses of an installation. */
export interface Figures {
  requests: number
  ok: number
  /** 503 with Retry-After. */
  retryable: number
  /** Milliseconds of the successful requests. */
  ms: number[]
}

export interface LoadResult {
  seconds: number
  requests: number
  of: Record<Name, Figures>
  /** Responses that callers may not get, with their count. */
  faults: string[]
}

const TICK_MS = 10

export async function runLoad({
  calls,
  shops,
  urlOf,
  perSecond,
  until,
  writes = 0.5,
}: LoadOptions): Promise<LoadResult> {
  const of = Object.fromEntries(
    NAMES.map((name) => [name, { requests: 0, ok: 0, retryable: 0, ms: [] as number[] }]),
  ) as LoadResult['of']
  const faults = new Map<string, number>()
  const note = ({ at }: Shop, answer: Answer, ms: number): void => {
    const figures = of[at]
    figures.requests++
    if (answer.status >= 200 && answer.status < 300) {
      figures.ok++
      figures.ms.push(ms)
    } else if (isRetryable(answer)) figures.retryable++
    else {
      const fault = `a request of a business at ${at} got ${answer.status}: ${answer.text.slice(0, 160)}`
      faults.set(fault, (faults.get(fault) ?? 0) + 1)
    }
  }
  const send = async (n: number, plannedAt: number): Promise<void> => {
    const shop = shops[n % shops.length]!
    const isWrite = Math.floor((n + 1) * writes) > Math.floor(n * writes)
    const url = `${urlOf(shop)}/api/v1/orders`
    const answer = await calls.send(
      isWrite
        ? { url, ...written(shop.apiKey, orderBody(randomUUID())) }
        : { url: `${url}/${shop.ref}`, headers: { authorization: `Bearer ${shop.apiKey}` } },
    )
    note(shop, answer, performance.now() - plannedAt)
  }
  const began = performance.now()
  const secondsNow = () => (performance.now() - began) / 1_000
  const sent: Promise<void>[] = []
  for (let n = 0; !until(secondsNow()); await sleep(TICK_MS))
    for (; n < secondsNow() * perSecond; n++) sent.push(send(n, began + (n / perSecond) * 1_000))
  const seconds = secondsNow()
  await Promise.all(sent)
  const all = [...faults].map(([fault, times]) => `${fault} (${times} times)`)
  return { seconds, requests: sent.length, of, faults: all }
}

export const forSeconds =
  (most: number) =>
  (seconds: number): boolean =>
    seconds >= most

export const merged = (figures: readonly Figures[]): Figures => ({
  requests: figures.reduce((sum, each) => sum + each.requests, 0),
  ok: figures.reduce((sum, each) => sum + each.ok, 0),
  retryable: figures.reduce((sum, each) => sum + each.retryable, 0),
  ms: figures.flatMap(({ ms }) => ms),
})

export const p99 = ({ ms }: Pick<Figures, 'ms'>): number => quantile(ms, 0.99)
