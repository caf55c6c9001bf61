// A build that is planned but not yet made, as it is stored.
import type { DistanceSource, EstimateReason } from './distance-source.ts'

/** The plan as the engine answered, and the distances that it rests on, by vehicle too. */
export interface ProposedPlan<S = unknown> {
  solution: S
  distances: { source: DistanceSource; estimated: boolean; estimateReason: EstimateReason | null }
  sources: { source: DistanceSource; estimated: boolean }[]
}
