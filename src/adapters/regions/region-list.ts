// The office's list of the regions on this machine.
import { statSync } from 'node:fs'
import type { Clock } from '../../app/ports/clock.ts'
import type { AddedRegion, RegionPart, Regions } from '../../app/ports/regions.ts'
import { hasHours, isReadableVersion } from '../../roads/file/road-file.ts'
import { readPreparing } from './preparing.ts'
import { filesOf, pathOf, type Region } from './region-folder.ts'

/** Lists the regions. `uses` are the parts of regions that this process is configured to use. */
export function listRegions(
  dataDir: string,
  regions: () => readonly Region[],
  clock: Clock,
  uses: readonly RegionPart[],
): Regions {
  const asAdded = (region: Region): AddedRegion => {
    const outdated = !isReadableVersion(region.version)
    const holds = partsOf(region)
    return {
      name: region.name,
      source: region.source,
      fileDate: region.file_date === null ? null : new Date(region.file_date),
      addedAt: new Date(region.added_at),
      bytes: filesOf(region).reduce((sum, file) => sum + sizeOf(pathOf(dataDir, region, file)), 0),
      addresses: region.addresses,
      holds,
      used: holds.filter((part) => uses.includes(part) && !(part === 'ROADS' && outdated)),
      outdated,
      hasStreetHours: hasHours(region.version),
    }
  }
  return {
    added: () => regions().map(asAdded),
    preparing: () =>
      readPreparing(dataDir, clock()).map(({ started_at, updated_at: _updated, ...state }) => ({
        ...state,
        startedAt: new Date(started_at),
      })),
  }
}

/** Every region has addresses, because every extract has streets by name. Some extracts also have house numbers. */
const partsOf = ({ map }: Region): RegionPart[] => ['ADDRESSES', 'ROADS', ...(map === null ? [] : ['MAP' as const])]

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
