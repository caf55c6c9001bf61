// Areas of zones: reads them from requests and indexes them. Large areas are processed off the event loop. The indexes
// are cached.
import { Worker } from 'node:worker_threads'
import {
  type Areas,
  type AreasInBody,
  AreaTooIntricate,
  type AreaVersion,
  type PreparedArea,
} from '../../app/ports/areas.ts'
import { nextTurn } from '../../domain/next-turn.ts'
import type { ZoneGeometry } from '../../domain/zones/zone.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { AreaCache } from './area-cache.ts'
import type { AreaTask } from './areas-worker.ts'
import { type AreaIndex, indexArea, IndexedArea } from './indexed-area.ts'
import { readAreas } from './read-areas.ts'

/** Lengths of text from which reading or indexing takes longer than starting a thread. */
const READ_ON_THREAD_BYTES = 30_000
const INDEXED_ON_THREAD_BYTES = 200_000
const INDEXED_AT_ONCE = 2
const MAX_MEGABYTES = 512
const MAX_MS = 20_000
/** Size of the cache of indexes, which need about 80 bytes per corner. */
const REMEMBERED_BYTES = 128 * 2 ** 20

export function openAreas(rememberedBytes = REMEMBERED_BYTES): Areas {
  const turnToIndex = createConcurrencyLimit(INDEXED_AT_ONCE)
  const remembered = new AreaCache(rememberedBytes)

  const index = async (geometry: string): Promise<IndexedArea> => {
    if (geometry.length >= INDEXED_ON_THREAD_BYTES) {
      const end = await turnToIndex()
      return new IndexedArea(await onThread<AreaIndex>({ kind: 'index', geometry }).finally(end))
    }
    await nextTurn()
    return new IndexedArea(indexArea(JSON.parse(geometry) as ZoneGeometry))
  }

  const prepared: Areas['prepared'] = async (zones, load) => {
    const missing = new Set(zones.filter((zone) => !remembered.has(keyOf(zone))))
    const loading = missing.size > 0 ? load([...missing].map(({ zoneId }) => zoneId)) : null
    const areas = zones.map((zone): Promise<IndexedArea | null> => {
      const key = keyOf(zone)
      return (
        remembered.get(key) ??
        remembered.add(
          key,
          (async () => {
            const stored = (await loading)?.get(zone.zoneId)
            // The area has changed since the caller read its version. The new index is right for this call, but must
            // not be cached under the old version.
            if (stored && stored.version !== zone.version) remembered.remove(key)
            return stored ? index(stored.geometry) : null
          })(),
        )
      )
    })
    const ready = new Map<string, PreparedArea>()
    const failedElsewhere: AreaVersion[] = []
    for (const [i, result] of (await Promise.allSettled(areas)).entries()) {
      const zone = zones[i]!
      if (result.status === 'fulfilled') {
        if (result.value) ready.set(zone.zoneId, result.value)
      } else if (missing.has(zone)) throw result.reason
      else failedElsewhere.push(zone)
    }
    if (failedElsewhere.length > 0)
      for (const [zoneId, area] of await prepared(failedElsewhere, load)) ready.set(zoneId, area)
    return ready
  }

  return {
    read: async (body, member) =>
      body.length < READ_ON_THREAD_BYTES
        ? readAreas(new TextDecoder().decode(body), member)
        : onThread<AreasInBody | null>({ kind: 'read', body: new Uint8Array(body), member }),
    prepared,
  }
}

const keyOf = ({ zoneId, version }: AreaVersion): string => `${zoneId} ${version}`

function onThread<T>(task: AreaTask): Promise<T> {
  const worker = new Worker(new URL('./areas-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  })
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const tooMuch = (): void => reject(new AreaTooIntricate())
  const timer = setTimeout(tooMuch, MAX_MS)
  worker.once('message', resolve)
  worker.once('error', tooMuch)
  worker.once('exit', tooMuch)
  return promise.finally(() => {
    clearTimeout(timer)
    void worker.terminate()
  })
}
