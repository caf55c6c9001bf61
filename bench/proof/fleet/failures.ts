// Stops one installation, and blocks the questions between installations. The other traffic must not notice it.
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../../src/app/integrations/keys/create-key.ts'
import { newShop } from '../shops.ts'
import type { Answer } from './calls.ts'
import type { Installation, Name } from './installations.ts'
import { forSeconds, type LoadOptions, type LoadResult, merged, p99, runLoad } from './load.ts'
import { named } from './moves.ts'

type Load = Omit<LoadOptions, 'until'>

export interface StoppedResult {
  /** Requests per second and p99 of the other installations, before and while one is stopped. */
  before: { perSecond: number; p99Ms: number }
  during: { perSecond: number; p99Ms: number }
  repeats: number
  /** Requests of the stopped installation's businesses, all 503 with Retry-After. */
  refused: number
  /** Seconds from the end of its start until all of its businesses were served again. */
  backAfterSeconds: number
  faults: string[]
}

const MAX_CHANGE = 0.2
/** On a busy machine, the p99 of a few hundred requests changes by chance, so a comparison may be repeated. */
const MAX_REPEATS = 3
const BACK_WITHIN_SECONDS = 10

/** Stops all processes of the installation, with its database. */
export async function stopOne(
  installations: readonly Installation[],
  stopped: Name,
  load: Load,
  seconds: number,
): Promise<StoppedResult> {
  const faults: string[] = []
  const down = named(installations, stopped)
  for (let repeats = 0; ; repeats++) {
    const before = await runLoad({ ...load, until: forSeconds(seconds) })
    faults.push(...before.faults, ...unexpected(before, []))
    await Promise.all([down.web.stop('SIGKILL'), down.worker.stop('SIGKILL')])
    await down.database.stop()
    // The requests of this moment are counted, too: their figures are those of the other installations.
    const during = await runLoad({ ...load, until: forSeconds(seconds) })
    faults.push(...during.faults, ...unexpected(during, [stopped]))
    if (during.of[stopped].ok > 0) faults.push(`${during.of[stopped].ok} requests were served by nobody`)
    await down.database.start()
    await down.web.start()
    await down.worker.start()
    const backAfterSeconds = await backAfter(load, stopped, faults)
    const [was, is] = [figuresOf(before, stopped), figuresOf(during, stopped)]
    const isSame = is.perSecond >= was.perSecond * (1 - MAX_CHANGE) && is.p99Ms <= was.p99Ms * (1 + MAX_CHANGE)
    if (!isSame && repeats < MAX_REPEATS) continue
    if (!isSame) faults.push(`the others had ${JSON.stringify(was)} before, and ${JSON.stringify(is)} during the stop`)
    return { before: was, during: is, repeats, refused: during.of[stopped].retryable, backAfterSeconds, faults }
  }
}

/** Refusals of installations that run. */
const unexpected = ({ of }: LoadResult, stopped: readonly Name[]): string[] =>
  Object.entries(of).flatMap(([name, { retryable }]) =>
    retryable > 0 && !stopped.includes(name as Name) ? [`${retryable} requests of businesses at ${name} got 503`] : [],
  )

function figuresOf({ of, seconds }: LoadResult, stopped: Name): { perSecond: number; p99Ms: number } {
  const others = merged(Object.entries(of).flatMap(([name, each]) => (name === stopped ? [] : [each])))
  return { perSecond: Math.round((others.ok / seconds) * 10) / 10, p99Ms: p99(others) }
}

/** Returns the seconds until each business of the installation is served again. */
async function backAfter({ calls, shops, urlOf }: Load, name: Name, faults: string[]): Promise<number> {
  const began = performance.now()
  const seconds = () => Math.round(performance.now() - began) / 1_000
  for (const shop of shops.filter(({ at }) => at === name)) {
    let answer: Answer | null = null
    while (answer?.status !== 200) {
      if (answer) await sleep(100)
      const headers = { authorization: `Bearer ${shop.apiKey}` }
      answer = await calls.send({ url: `${urlOf(shop)}/api/v1/orders/${shop.ref}`, headers })
      if (seconds() > BACK_WITHIN_SECONDS) {
        faults.push(`a business of ${name} was not served after ${BACK_WITHIN_SECONDS} s: ${answer.status}`)
        return seconds()
      }
    }
  }
  return seconds()
}

export interface BlockedResult {
  seconds: number
  /** Requests of known keys during that time. */
  known: number
  /** Keys that were made meanwhile: of known businesses, and of new ones. */
  newKeys: { ofKnownBusinesses: number; ofNewBusinesses: number }
  /** Longest time until a new key worked, after the end of the block. */
  workedAfterSeconds: number
  faults: string[]
}

const NEW_WITHIN_SECONDS = 5

/** Blocks the questions between installations. Each key that is made meanwhile must work soon after the end. */
export async function blockQuestions(
  installations: readonly Installation[],
  load: Load,
  url: string,
  seconds: number,
): Promise<BlockedResult> {
  const { calls } = load
  const faults: string[] = []
  for (const { relay } of installations) await relay.set('cut')
  let isOver = false
  const loaded = runLoad({ ...load, until: () => isOver })
  const began = performance.now()
  const keys: string[] = []
  const known: string[] = []
  const read = (key: string) => calls.send({ url: `${url}/api/v1/key`, headers: { authorization: `Bearer ${key}` } })
  while (performance.now() - began < seconds * 1_000) {
    for (const { name, running } of installations) {
      keys.push((await newShop(running.app, `New business of ${name}`)).apiKey)
      const shop = load.shops.find(({ at }) => at === name)
      if (shop) known.push((await createKey(running.app, { businessId: shop.businessId, name: 'new' })).apiKey)
    }
    for (const key of [...keys.slice(-3), ...known.slice(-3)]) {
      const { status, retryAfter } = await read(key)
      if (status !== 200 && !(status === 503 && retryAfter)) faults.push(`a new key got ${status} during the block`)
    }
    await sleep(Math.max(500, seconds * 50))
  }
  for (const { relay } of installations) await relay.set('open')
  const opened = performance.now()
  const secondsSince = () => (performance.now() - opened) / 1_000
  let workedAfterSeconds = 0
  for (const key of [...keys, ...known]) {
    for (;;) {
      const { status } = await read(key)
      if (status === 200) break
      if (secondsSince() > 2 * NEW_WITHIN_SECONDS) break
      await sleep(50)
    }
    workedAfterSeconds = Math.round(secondsSince() * 100) / 100
  }
  isOver = true
  const result = await loaded
  faults.push(...result.faults, ...unexpected(result, []))
  if (workedAfterSeconds > NEW_WITHIN_SECONDS) faults.push(`new keys worked after ${workedAfterSeconds} s`)
  return {
    seconds,
    known: result.requests,
    newKeys: { ofKnownBusinesses: known.length, ofNewBusinesses: keys.length },
    workedAfterSeconds,
    faults,
  }
}
