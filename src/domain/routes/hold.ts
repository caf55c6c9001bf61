// Undo window of an outcome (docs/spec/routes.md#undo).
import { CLOCK_SLACK_MS } from '../clock-slack.ts'

/** Longest undo window that a business can choose. */
export const MAX_HOLD_SECONDS = 900
/**
 * Returns the latest plausible end of an undo window. A later end was stored before the clock was set back, and doesn't
 * count.
 */
export const latestHoldEnd = (now: Date): Date => new Date(now.getTime() + MAX_HOLD_SECONDS * 1000 + CLOCK_SLACK_MS)

/** Returns whether the undo window that ends at `settlesAt` is over. */
export const isHoldOver = (settlesAt: Date, now: Date): boolean => settlesAt <= now || settlesAt > latestHoldEnd(now)
