// Lists of the businesses that each installation serves, in memory.
import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { CODE_CHARACTERS } from '../../../domain/business-code.ts'
import { servedBusinesses } from '../../../store/moves/directory.ts'
import type { BusinessList } from '../../ports/peers.ts'
import type { DirectoryOptions } from './directory-options.ts'

/** Minimum interval between two reads by `refreshSoon`. */
const REFRESH_AT_MOST_EVERY_MS = 1_000
/** Maximum age of the own list when another installation requests it. */
const OWN_LIST_MS = 500

interface Listed {
  /** Digests of the businesses, and their codes. */
  names: ReadonlySet<string>
  etag: string
  /** Beginning of the last read that confirmed the list, in milliseconds of this process. */
  confirmedAt: number
}

export interface BusinessLists {
  /** Returns the installation whose newest list has the business. Null if no list has it. */
  servedBy(digestOrCode: string): string | null
  /** Whether each list has been read at least once. */
  areComplete(): boolean
  /** Returns the businesses that this installation serves. */
  own(): Promise<BusinessList>
  /** Returns the seconds since each list was confirmed, or since the directory was opened. */
  ages(): { installation: string; seconds: number }[]
  /**
   * Reads all lists after a running read has ended. The list of an installation that doesn't respond stays unchanged.
   * Concurrent calls share a read.
   */
  refresh(): Promise<void>
  /** Like `refresh`, but at most once per second. A call within this second gets the result of the last read. */
  refreshSoon(): Promise<void>
}

export function openBusinessLists({ name, db, secrets, peers, log }: DirectoryOptions): BusinessLists {
  const lists = new Map<string, Listed>()
  const silent = new Set<string>()
  const openedAt = performance.now()
  let own: { list: BusinessList; readAt: number } | null = null

  const note = (installation: string, { digests, etag }: BusinessList, confirmedAt: number): void => {
    const names = new Set([...digests, ...digests.map((digest) => digest.slice(0, CODE_CHARACTERS))])
    lists.set(installation, { names, etag, confirmedAt })
  }
  const readOwn = oneAtATime(async (): Promise<BusinessList> => {
    const readAt = performance.now()
    const digests = (await db.asSystem(servedBusinesses)).map((id) => secrets.businessDigest(id)).sort()
    const list = { digests, etag: createHash('sha256').update(digests.join()).digest('base64url') }
    own = { list, readAt }
    note(name, list, readAt)
    return list
  })
  const readPeer = async (peer: string): Promise<void> => {
    const confirmedAt = performance.now()
    const before = lists.get(peer)
    const list = await peers.listBusinesses(peer, before?.etag ?? null)
    if (list) note(peer, list, confirmedAt)
    else if (before) lists.set(peer, { ...before, confirmedAt })
  }
  const read = async (installation: string): Promise<void> => {
    try {
      await (installation === name ? readOwn() : readPeer(installation))
      if (silent.delete(installation)) log.info({ installation }, 'an installation responds again')
    } catch (error) {
      if (!silent.has(installation)) log.warn({ err: error, installation }, 'an installation does not respond')
      silent.add(installation)
    }
  }
  const refresh = oneAtATime(async (): Promise<void> => {
    await Promise.all([name, ...peers.names].map(read))
  })
  return {
    servedBy: (digestOrCode) => {
      let best: string | null = null
      let newest = -Infinity
      for (const [installation, { names, confirmedAt }] of lists)
        if (confirmedAt > newest && names.has(digestOrCode)) [best, newest] = [installation, confirmedAt]
      return best
    },
    areComplete: () => lists.size > peers.names.length,
    ages: () =>
      [name, ...peers.names].map((installation) => ({
        installation,
        seconds: (performance.now() - (lists.get(installation)?.confirmedAt ?? openedAt)) / 1_000,
      })),
    own: async () => (own !== null && performance.now() - own.readAt < OWN_LIST_MS ? own.list : readOwn()),
    refresh,
    refreshSoon: atMostEvery(REFRESH_AT_MOST_EVERY_MS, refresh),
  }
}

/** Each call gets the result of a run of `work` that begins after the call. Calls during a run share the next run. */
function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  const run = (): Promise<T> => {
    next = null
    const result = work()
    running = result
    return result
  }
  return () => {
    next ??= Promise.allSettled([running]).then(run)
    return next
  }
}

/** Starts `work` at most once in `ms` milliseconds. A call within this time gets the result of the last start. */
function atMostEvery(ms: number, work: () => Promise<void>): () => Promise<void> {
  let [beganAt, last] = [-Infinity, Promise.resolve()]
  return () => {
    if (performance.now() - beganAt < ms) return last
    beganAt = performance.now()
    last = work()
    return last
  }
}
