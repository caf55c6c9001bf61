// DISTANCES=local: road distances from an OpenStreetMap extract, computed here by Valhalla's own library, the optional
// package @valhallajs/valhallajs. It works on threads of its own, so that the event loop stays free.
import { existsSync } from 'node:fs'
import { z } from 'zod'
import type { Log } from '../../app/ports/log.ts'
import type { RoadDistances } from '../../app/ports/roads.ts'
import { ProviderStatus } from '../fetch-json.ts'
import { roadTiles } from './road-tiles.ts'
import { type Ask, tableBy, waysOf } from './valhalla.ts'

// Not known to the compiler, which must do without the package.
const PACKAGE: string = '@valhallajs/valhallajs'

type Service = (query: object) => Promise<unknown>
/** What of the library is used. */
export interface Valhalla {
  Actor: new (config: object) => { locate: Service; matrix: Service; route: Service; status: Service }
  getConfig: (options: { tileDir: string }) => Promise<Record<string, unknown>>
}
const Library = z.object({ Actor: z.custom<Valhalla['Actor']>(), getConfig: z.custom<Valhalla['getConfig']>() })

/** The library's names of Valhalla's services. */
const METHODS = { locate: 'locate', sources_to_targets: 'matrix', route: 'route' } as const

export interface LocalRoadsOptions {
  /** The .osm.pbf file. */
  extract: string
  /** Where tiles are kept. */
  tilesDir: string
  log: Log
}

/** Throws at once, in words for the operator, when the package or the extract is missing. */
export function localRoads({ extract, tilesDir, log }: LocalRoadsOptions): RoadDistances {
  const location = packageLocation()
  if (!existsSync(extract)) throw new Error(`ROADS_EXTRACT: there is no file ${extract}`)
  const open = async () => {
    const library = Library.parse(await import(PACKAGE))
    const config = await roadTiles({ library, location, extract, tilesDir, log })
    return new library.Actor(config)
  }
  let actor: ReturnType<typeof open> | null = null
  const asking = async (signal: AbortSignal): Promise<Ask> => {
    // The first question has the tiles made; it may give up waiting, and a later one finds them.
    actor ??= open().catch((error: unknown) => {
      actor = null
      throw error
    })
    const opened = await unless(signal, actor)
    return (service, body) => unless(signal, opened[METHODS[service]](body).catch(refusal))
  }
  return {
    name: 'local',
    knowsTrucks: true,
    table: async (points, signal, costing) => tableBy(await asking(signal), points, costing),
    ways: async (chain, signal, costing) => waysOf(await asking(signal), chain, costing),
  }
}

/** As its server would say it. */
function refusal(error: unknown): never {
  if (error instanceof Error && error.message.startsWith('Route error')) throw new ProviderStatus('local', 400)
  throw error
}

function packageLocation(): string {
  try {
    return import.meta.resolve(PACKAGE)
  } catch (error) {
    throw new Error(`DISTANCES=local needs the optional package ${PACKAGE}: npm install --no-save ${PACKAGE}@3.6.1`, {
      cause: error,
    })
  }
}

/** The work's result, or the signal's reason if that comes first; the work itself goes on. */
async function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason as Error)
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
