// Proposed build that has not been accepted, in its stored format.
import type { DistanceSource, EstimateReason } from './distance-source.ts'

/** The engine's solution and the sources of its distances, also by vehicle. */
export interface ProposedPlan<S = unknown> {
  solution: S
  distances: { source: DistanceSource; estimated: boolean; estimateReason: EstimateReason | null }
  sources: { source: DistanceSource; estimated: boolean }[]
}
