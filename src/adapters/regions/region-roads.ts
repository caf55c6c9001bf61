// Roads of our own: tables, legs and ways from the regions that are added, answered on threads. A region that is added,
// replaced or removed is noticed within seconds.
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { RoadDistances } from '../../app/ports.ts'
import type { Costing } from '../../domain/planning/costing.ts'
import { ROAD_FILE_VERSION } from '../../roads/file/road-file.ts'
import { readRegions, regionsDir } from './region-folder.ts'
import { RoadThread, type SharedRoads } from './road-thread.ts'

const LOOK_EVERY_MS = 2_000
/** Of 400 MB. */
const MOST_POINTS = 5_000

export interface RegionRoads extends RoadDistances {
  /** Whether there is any region. */
  isThere(): boolean
  /** In a sentence for health; null when nothing is wrong. */
  fault(): string | null
  close(): Promise<void>
}

export function openRegionRoads(dataDir: string): RegionRoads {
  let looked = { at: -Infinity, regions: readable(dataDir) }
  const loaded = new Map<string, Promise<SharedRoads>>()
  // Legs and ways don't wait for large tables.
  const threads = { tables: new RoadThread(), chains: new RoadThread() }

  const regions = (): ReturnType<typeof readable> => {
    if (performance.now() - looked.at >= LOOK_EVERY_MS) {
      looked = { at: performance.now(), regions: readable(dataDir) }
      const files = new Set(looked.regions.flatMap(({ files }) => Object.values(files)))
      const gone = [...loaded.keys()].filter((file) => !files.has(file))
      for (const file of gone) loaded.delete(file)
      for (const thread of Object.values(threads)) thread.forget(gone)
    }
    return looked.regions
  }
  const roadsFor = (costing: Costing): Promise<SharedRoads[]> =>
    Promise.all(
      regions().map(({ files }) => {
        const file = files[costing]
        const known = loaded.get(file) ?? load(file)
        loaded.set(file, known)
        known.catch(() => loaded.delete(file))
        return known
      }),
    )
  return {
    name: 'local',
    knowsTrucks: true,
    table: async (points, signal, costing = 'CAR') =>
      threads.tables.ask(await roadsFor(costing), { kind: 'table', points }, signal),
    ways: async (points, signal, costing = 'CAR') => {
      const drives = await threads.chains.ask(await roadsFor(costing), { kind: 'chain', points, lines: true }, signal)
      return drives.map((drive) => drive && drive.line)
    },
    own: {
      mostPoints: MOST_POINTS,
      legs: async (points, signal, costing = 'CAR') =>
        threads.chains.ask(await roadsFor(costing), { kind: 'chain', points, lines: false }, signal),
    },
    isThere: () => regions().length > 0,
    fault: () => {
      const outdated = readRegions(dataDir).filter(({ version }) => version !== ROAD_FILE_VERSION)
      if (outdated.length > 0) return `Add these regions again: ${outdated.map(({ name }) => name).join(', ')}.`
      return regions().length > 0 ? null : 'No region is added.'
    },
    close: async () => {
      await Promise.all(Object.values(threads).map((thread) => thread.close()))
    },
  }
}

/** The regions whose road files this version reads. */
function readable(dataDir: string): { files: Record<Costing, string> }[] {
  return readRegions(dataDir)
    .filter(({ version }) => version === ROAD_FILE_VERSION)
    .map(({ name, roads: { CAR, TRUCK } }) => {
      const file = (of: string): string => path.join(regionsDir(dataDir), name, of)
      return { files: { CAR: file(CAR), TRUCK: file(TRUCK) } }
    })
}

async function load(file: string): Promise<SharedRoads> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const buffer = new SharedArrayBuffer(size)
    const bytes = new Uint8Array(buffer)
    for (let at = 0; at < size; ) {
      const { bytesRead } = await handle.read(bytes, at, size - at, at)
      if (bytesRead === 0) break
      at += bytesRead
    }
    return { key: file, buffer }
  } finally {
    await handle.close()
  }
}
