// Checks one rate limit over two processes: never more requests per minute than allowed, and a request after
// Retry-After passes.
import { inProcess } from './in-process.ts'
import { seeded } from '../random.ts'
import { newShop } from './shops.ts'

export interface LimitsResult {
  calls: number
  passed: number
  faults: string[]
}

const LIMIT = 60
const MINUTE_MS = 60_000

/** Sends bursts at both processes with one key, for `minutes` of a clock that both processes share. */
export async function runLimitsProof(databaseUrl: string, minutes: number, seed: number): Promise<LimitsResult> {
  const began = Date.now()
  let now = began
  const clock = () => new Date(now)
  const random = seeded(seed)
  const options = { RATE_LIMIT_SCALE: '1' }
  const processes = [await inProcess(databaseUrl, { clock }, options), await inProcess(databaseUrl, { clock }, options)]
  const [first] = processes
  if (!first) throw new Error('no process')
  const passedAt: number[] = []
  const faults: string[] = []
  let calls = 0
  try {
    const { apiKey } = await newShop(first.app)
    const call = async (api: string) => {
      calls++
      const response = await fetch(`${api}/webhooks/subscriptions`, { headers: { authorization: `Bearer ${apiKey}` } })
      await response.arrayBuffer()
      if (response.status === 200) passedAt.push(now)
      else if (response.status !== 429) faults.push(`answered ${response.status}`)
      return response
    }
    while (now < began + minutes * MINUTE_MS) {
      const size = 1 + Math.floor(random() * 40)
      const burst = Array.from({ length: size }, (_, i) => call(processes[i % 2]?.api ?? first.api))
      const refused = (await Promise.all(burst)).find(({ status }) => status === 429)
      if (!refused) {
        now += Math.floor(random() * 20_000)
        continue
      }
      now += Number(refused.headers.get('retry-after')) * 1000
      const { status } = await call(first.api)
      if (status !== 200) faults.push('the call after Retry-After was refused')
    }
    for (const [i, at] of passedAt.entries()) {
      const within = passedAt.slice(i).filter((later) => later - at < MINUTE_MS).length
      if (within > LIMIT) faults.push(`${within} calls passed in the minute from ${new Date(at).toISOString()}`)
    }
    return { calls, passed: passedAt.length, faults }
  } finally {
    for (const each of processes) await each.close()
  }
}
