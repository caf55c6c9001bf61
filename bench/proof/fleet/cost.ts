// Measures the directory's cost, and the share of nginx and the directory in all processor time.
import { type Part, readTimes, spentMs } from './cpu.ts'
import { NAMES, type Proxied } from './installations.ts'
import { forSeconds, type LoadOptions, merged, p99, runLoad } from './load.ts'
import { named } from './moves.ts'
import type { Shop } from './shops.ts'

export interface CostResult {
  /** Milliseconds of processor time per request, of nginx and of the `web` processes. */
  with: { nginx: number; web: number }
  without: { nginx: number; web: number }
  /** Difference of both sums. */
  directoryMs: number
  p99Ms: { with: number; without: number }
  /** Processor time by part, in ms per write, for 1, 2 and 3 installations. */
  writes: ({ installations: number; commonShare: number; total: number } & Record<Part, number>)[]
  faults: string[]
}

export interface CostOptions {
  proxied: Proxied
  shops: readonly Shop[]
  load: Pick<LoadOptions, 'calls'>
  /** Requests per second. */
  perSecond: number
  /** Seconds of a round. */
  seconds: number
  /** Rounds with and without the directory. */
  rounds: number
}

const MAX_MS = 0.3
const MAX_P99_MS = 5
const MAX_SHARE = 0.1

interface Round {
  requests: number
  spent: Record<Part, number>
  ms: number[]
}

export async function measureCost(options: CostOptions): Promise<CostResult> {
  const { proxied, shops, rounds } = options
  const faults: string[] = []
  const direct = (shop: Shop) => named(proxied.installations, shop.at).directUrl
  const byName = () => proxied.nginx.url
  const round = async (urlOf: (shop: Shop) => string, of: readonly Shop[], writes: number): Promise<Round> => {
    const before = readTimes(proxied)
    const load = { ...options.load, shops: of, urlOf, perSecond: options.perSecond, writes }
    const result = await runLoad({ ...load, until: forSeconds(options.seconds) })
    const spent = spentMs(before, readTimes(proxied))
    faults.push(...result.faults)
    return { requests: result.requests, spent, ms: merged(Object.values(result.of)).ms }
  }
  // The first rounds warm up the code, the caches and the connections.
  for (const urlOf of [byName, direct]) await round(urlOf, shops, 0.5)
  const measured = { with: [] as Round[], without: [] as Round[] }
  for (let i = 0; i < 2 * rounds; i++) {
    // In turn with, without, without, with, so that a slow moment of the machine affects both.
    const isWith = i % 4 === 0 || i % 4 === 3
    measured[isWith ? 'with' : 'without'].push(await round(isWith ? byName : direct, shops, 0.5))
  }
  const [withIt, without] = [perRequest(measured.with), perRequest(measured.without)]
  const inWeb = Math.max(0, withIt.web - without.web)
  const directoryMs = withIt.nginx + withIt.web - without.nginx - without.web
  const p99Ms = {
    with: p99({ ms: measured.with.flatMap(({ ms }) => ms) }),
    without: p99({ ms: measured.without.flatMap(({ ms }) => ms) }),
  }
  const writes: CostResult['writes'] = []
  for (let count = 1; count <= NAMES.length; count++) {
    const of = shops.filter(({ at }) => NAMES.indexOf(at) < count)
    const parts = perRequest([await round(byName, of, 1)])
    const total = Object.values(parts).reduce((sum, ms) => sum + ms, 0)
    const commonShare = rounded((parts.nginx + inWeb) / total)
    writes.push({ installations: count, commonShare, total: rounded(total), ...roundedAll(parts) })
  }
  if (directoryMs > MAX_MS) faults.push(`the directory takes ${rounded(directoryMs)} ms of processor time a request`)
  if (p99Ms.with > p99Ms.without + MAX_P99_MS)
    faults.push(`the p99 is ${p99Ms.with} ms with the directory, ${p99Ms.without} without`)
  for (const { installations, commonShare } of writes)
    if (commonShare >= MAX_SHARE)
      faults.push(`nginx and directory are ${commonShare} of all for ${installations} installations`)
  return {
    with: { nginx: rounded(withIt.nginx), web: rounded(withIt.web) },
    without: { nginx: rounded(without.nginx), web: rounded(without.web) },
    directoryMs: rounded(directoryMs),
    p99Ms,
    writes,
    faults,
  }
}

/** Milliseconds of processor time per request, by part. */
function perRequest(rounds: readonly Round[]): Record<Part, number> {
  const requests = rounds.reduce((sum, one) => sum + one.requests, 0)
  const of = (part: Part): number => rounds.reduce((sum, { spent }) => sum + spent[part], 0) / requests
  return { nginx: of('nginx'), web: of('web'), worker: of('worker'), postgres: of('postgres') }
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

const roundedAll = (parts: Record<Part, number>): Record<Part, number> => ({
  nginx: rounded(parts.nginx),
  web: rounded(parts.web),
  worker: rounded(parts.worker),
  postgres: rounded(parts.postgres),
})
