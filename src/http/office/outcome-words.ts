// Outcomes as people read them.
import type { StopStatus } from '../../domain/routes/stop.ts'

export const STOP_OUTCOME_WORDS: Partial<Record<StopStatus, string>> = {
  DELIVERED: 'Delivered',
  FAILED: 'Not delivered',
  SKIPPED: 'Skipped',
}
