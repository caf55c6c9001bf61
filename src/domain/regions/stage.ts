// Stages of preparing a region.
export const REGION_STAGES = ['READ', 'ROADS_CAR', 'ROADS_TRUCK', 'MAP', 'ROADS_BICYCLE', 'ADDRESSES'] as const
export type RegionStage = (typeof REGION_STAGES)[number]

export interface StageProgress {
  stage: RegionStage
  /** Completed part of this stage, from 0 to 1. Null if unknown. */
  part: number | null
  /** Seconds until the end of this stage. Null if unknown. */
  seconds_left: number | null
}

const WORDS: Record<RegionStage, string> = {
  READ: 'Reading the file',
  ROADS_CAR: 'Preparing roads for cars',
  ROADS_TRUCK: 'Preparing roads for trucks',
  MAP: 'Drawing the map',
  ROADS_BICYCLE: 'Preparing roads for cargo bikes',
  ADDRESSES: 'Importing addresses',
}

/** Returns, for example, "Step 4 of 6: Drawing the map: 40 %, about 2 min left". */
export function stageInWords({ stage, part, seconds_left: seconds }: StageProgress): string {
  const step = `Step ${REGION_STAGES.indexOf(stage) + 1} of ${REGION_STAGES.length}: ${WORDS[stage]}`
  if (part === null) return step
  const percent = `${step}: ${Math.floor(100 * part)} %`
  if (seconds === null || seconds < 1) return percent
  return `${percent}, about ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`
}
