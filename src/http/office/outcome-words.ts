// Outcomes as people read them.
import type { StopStatus } from '../../domain/stop.ts'

export const STOP_OUTCOME_WORDS: Partial<Record<StopStatus, string>> = {
  DELIVERED: 'Delivered',
  FAILED: 'Not delivered',
  SKIPPED: 'Skipped',
}
