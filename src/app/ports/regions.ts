// The regions that were added to this machine, and those being prepared.
import type { StageProgress } from '../../domain/regions/stage.ts'

export const REGION_PARTS = ['ADDRESSES', 'ROADS', 'MAP'] as const
export type RegionPart = (typeof REGION_PARTS)[number]

export interface AddedRegion {
  name: string
  /** The file it was made of. */
  source: string
  fileDate: Date | null
  addedAt: Date
  bytes: number
  addresses: number
  holds: readonly RegionPart[]
  /** What of it this process works with. */
  used: readonly RegionPart[]
  /** Made by an older version, whose roads this one does not read. */
  outdated: boolean
}

export interface RegionInPreparation extends StageProgress {
  name: string
  source: string
  startedAt: Date
  /** Why it failed, in words for the operator. */
  fault: string | null
}

export interface Regions {
  added(): AddedRegion[]
  preparing(): RegionInPreparation[]
}
