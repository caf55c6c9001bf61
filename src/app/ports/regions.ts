// The map regions on this machine. A region is ready for use or being prepared.
import type { StageProgress } from '../../domain/regions/stage.ts'

export const REGION_PARTS = ['ADDRESSES', 'ROADS', 'MAP'] as const
export type RegionPart = (typeof REGION_PARTS)[number]

export interface AddedRegion {
  name: string
  /** The extract that the region was built from. */
  source: string
  fileDate: Date | null
  addedAt: Date
  bytes: number
  addresses: number
  holds: readonly RegionPart[]
  /** Parts of the region that this process uses. */
  used: readonly RegionPart[]
  /** True if an older version built the region in a road format that this version can't read. */
  outdated: boolean
  /** False if an older version built the region without the hours of streets. */
  hasStreetHours: boolean
}

export interface RegionInPreparation extends StageProgress {
  name: string
  source: string
  startedAt: Date
  /** Why the preparation failed, as a message for the operator. */
  fault: string | null
}

export interface Regions {
  added(): AddedRegion[]
  preparing(): RegionInPreparation[]
}
