// Batches the admission queries of one API key. Otherwise each request would wait until the previous one has updated
// the key's rate limit row (docs/benchmarks.md#api).
import type { Database } from '../../../store/database.ts'
import { type Admitted, admitCalls, type Call } from '../../../store/keys/admissions.ts'

export type { Admitted }
export type Admissions = (call: Call) => Promise<Admitted | null>

/**
 * Maximum concurrent queries per key. A request waits only if that many queries run, and is then batched with other
 * waiting requests.
 */
const MAX_CONCURRENT = 2

/** Maximum requests per query. The query locks the key's rate limit row, for which requests in other processes wait. */
const MAX_TOGETHER = 32

interface Waiting {
  call: Call
  resolve: (admitted: Admitted | null) => void
  reject: (error: unknown) => void
}

interface Group {
  underWay: number
  waiting: Waiting[]
}

/**
 * Returns a function that admits a request. It resolves to null if nobody has the key. Each request is counted
 * individually.
 */
export function openAdmissions(db: Pick<Database, 'query'>): Admissions {
  const groups = new Map<string, Group>()
  const ask = async (asked: readonly Waiting[]): Promise<void> => {
    try {
      const admitted = await admitCalls(
        db,
        asked.map(({ call }) => call),
      )
      asked.forEach(({ resolve }, i) => resolve(admitted[i] ?? null))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
  const askAll = async (name: string, group: Group): Promise<void> => {
    group.underWay++
    while (group.waiting.length > 0) await ask(group.waiting.splice(0, MAX_TOGETHER))
    if (--group.underWay === 0) groups.delete(name)
  }
  return (call) =>
    new Promise((resolve, reject) => {
      const name = `${call.keyHash.toString('base64')} ${call.limits.join()} ${call.caps.join()}`
      const group = groups.get(name) ?? { underWay: 0, waiting: [] }
      groups.set(name, group)
      group.waiting.push({ call, resolve, reject })
      if (group.underWay < MAX_CONCURRENT) void askAll(name, group)
    })
}
