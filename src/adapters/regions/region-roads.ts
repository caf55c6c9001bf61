// Own road routing: tables, legs and route geometry from the added regions, computed on threads. Added, replaced and
// removed regions are noticed within seconds.
import { open } from 'node:fs/promises'
import type { OwnRoadsAnswers, RoadDistances } from '../../app/ports/roads.ts'
import { COSTINGS, type Costing } from '../../domain/planning/costing.ts'
import { isReadableVersion } from '../../roads/file/road-file.ts'
import { type RoadVehicle, roadVehicleKey } from '../../domain/planning/road-vehicle.ts'
import { pathOf, type Region, watchRegions } from './region-folder.ts'
import { HoursCache } from './hours-cache.ts'
import { LegCache } from './leg-cache.ts'
import { RoadThread, type SharedRoads } from './road-thread.ts'

/** Maximum number of points per table, which then has about 400 MB. */
const MAX_POINTS = 5_200
/**
 * Maximum number of points per growing table, which then has 16 MB. With more points, each query would take too long.
 */
const MAX_GROWING = 1_000

const CAR: RoadVehicle = { costing: 'CAR' }

export interface RegionRoads extends RoadDistances {
  /** Returns whether there is a region that this version can read. */
  isThere(): boolean
  /** Returns the problem as a sentence for health. Null if there is none. */
  fault(): string | null
  close(): Promise<void>
}

/** Opens the regions. If `keepsHours` is false, every street counts as open at all hours. */
export function openRegionRoads(
  dataDir: string,
  regions = watchRegions(dataDir),
  { keepsHours = true }: { keepsHours?: boolean } = {},
): RegionRoads {
  // Legs and route geometry don't wait for large tables or for shoppers' availability queries.
  const threads = { tables: new RoadThread(), chains: new RoadThread(), growing: new RoadThread() }
  const remembered = { legs: new LegCache(), hours: new HoursCache() }
  const fileOf = (region: Region, costing: Costing): string | null => {
    const file = region.roads[costing]
    return file === undefined ? null : pathOf(dataDir, region, file)
  }
  const { readable, roadsFor } = loadRoads(regions, fileOf, (gone) => {
    for (const thread of Object.values(threads)) void thread.forget(gone)
    for (const cache of Object.values(remembered)) cache.forget()
  })
  return {
    name: 'local',
    costings: COSTINGS,
    knowsSizes: true,
    knowsPeriods: true,
    table: async (points, signal, vehicle = CAR) =>
      hoursIf(
        keepsHours,
        await threads.tables.ask(roadsFor(vehicle.costing), { kind: 'table', points, vehicle }, signal),
      ),
    ways: async (points, signal, vehicle = CAR) => {
      const drives = await threads.chains.ask(
        roadsFor(vehicle.costing),
        { kind: 'chain', points, lines: true, vehicle },
        signal,
      )
      return drives.map((drive) => drive && drive.line)
    },
    own: ownAnswers({ threads, remembered, readable, roadsFor }, keepsHours),
    regions: {
      changedAt: () => {
        const added = readable().map(({ added_at }) => Date.parse(added_at))
        return added.length > 0 ? new Date(Math.max(...added)) : null
      },
      marks: () => readable().map(markOf),
      marksAt: async (points, signal, vehicle = CAR) => {
        const keys = await threads.chains.ask(roadsFor(vehicle.costing), { kind: 'keys', points }, signal)
        return readable().flatMap((region) =>
          keys.includes(fileOf(region, vehicle.costing) ?? '') ? [markOf(region)] : [],
        )
      },
    },
    isThere: () => readable().length > 0,
    fault: () => {
      const outdated = regions().filter(({ version }) => !isReadableVersion(version))
      if (outdated.length > 0) return `Add these regions again: ${outdated.map(({ name }) => name).join(', ')}.`
      return regions().length > 0 ? null : 'No region is added.'
    },
    close: async () => {
      regions.close()
      await Promise.all(Object.values(threads).map((thread) => thread.close()))
    },
  }
}

/** Returns the result without hours, unless plans keep them. */
function hoursIf<T extends { hours?: unknown }>(keepsHours: boolean, found: T): Omit<T, 'hours'> | T {
  const { hours: _, ...others } = found
  return keepsHours ? found : others
}

interface LoadedRoads extends ReturnType<typeof loadRoads> {
  threads: Record<'chains' | 'growing', RoadThread>
  remembered: { legs: LegCache; hours: HoursCache }
}

const ownAnswers = (
  { threads, remembered, readable, roadsFor }: LoadedRoads,
  keepsHours: boolean,
): OwnRoadsAnswers => ({
  maxPoints: MAX_POINTS,
  maxGrowingPoints: MAX_GROWING,
  growingTable: async (name, points, signal, vehicle = CAR) => {
    const question = { kind: 'growing', name: `${roadVehicleKey(vehicle)} ${name}`, points, vehicle } as const
    return hoursIf(keepsHours, await threads.growing.ask(roadsFor(vehicle.costing), question, signal))
  },
  hours: async (points, signal, vehicle = CAR) => {
    readable()
    if (!keepsHours) return points.map(() => null)
    return remembered.hours.of(points, vehicle, async (unknown) =>
      threads.chains.ask(roadsFor(vehicle.costing), { kind: 'hours', points: unknown, vehicle }, signal),
    )
  },
  obstacles: async (from, to, signal, vehicle) =>
    threads.chains.ask(roadsFor(vehicle.costing), { kind: 'obstacles', from, to, vehicle }, signal),
  known: (chain, vehicle = CAR) => {
    readable()
    return remembered.legs.known(chain, vehicle)
  },
  legs: async (chain, signal, vehicle = CAR) => {
    // Checks for changed regions, whose legs must be removed from the cache.
    readable()
    return remembered.legs.of(chain, vehicle, async (points) => {
      const legs = await threads.chains.ask(
        roadsFor(vehicle.costing),
        { kind: 'chain', points, lines: false, vehicle },
        signal,
      )
      return legs.map((leg) => leg && hoursIf(keepsHours, leg))
    })
  },
})

/**
 * Loads the roads of the regions that this version can read, each file once. After a change of the regions, calls
 * `onChange` with the files that are no longer used.
 */
function loadRoads(
  regions: () => readonly Region[],
  fileOf: (region: Region, costing: Costing) => string | null,
  onChange: (gone: readonly string[]) => void,
) {
  let seen: readonly Region[] = []
  const loaded = new Map<string, Promise<SharedRoads>>()
  const readable = (): readonly Region[] => {
    const now = regions().filter(({ version }) => isReadableVersion(version))
    if (regions() === seen) return now
    seen = regions()
    const files = new Set(now.flatMap((region) => COSTINGS.flatMap((costing) => fileOf(region, costing) ?? [])))
    const gone = [...loaded.keys()].filter((file) => !files.has(file))
    for (const file of gone) loaded.delete(file)
    onChange(gone)
    return now
  }
  const roadsFor = (costing: Costing): Promise<SharedRoads[]> =>
    Promise.all(
      readable().flatMap((region) => {
        const file = fileOf(region, costing)
        if (file === null) return []
        const known = loaded.get(file) ?? load(file)
        loaded.set(file, known)
        known.catch(() => loaded.delete(file))
        return known
      }),
    )
  return { readable, roadsFor }
}

/**
 * Returns a text that identifies the current roads of a region. Its ending differs from the texts of versions in which geometry
 * didn't depend on the vehicle, so that open routes are drawn again.
 */
const markOf = ({ name, roads }: Region): string => `${name}: ${roads.CAR}, by vehicle`

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
