// How long an outcome is held, so that it can be undone (docs/spec/routes.md#undo).
import { CLOCK_SLACK_MS } from '../clock-slack.ts'

/** The longest hold that a business can choose. */
export const MAX_HOLD_SECONDS = 900
/** Holds that end later than this were stored before a clock was set back, and don't count. */
export const latestHoldEnd = (now: Date): Date => new Date(now.getTime() + MAX_HOLD_SECONDS * 1000 + CLOCK_SLACK_MS)

export const isHoldOver = (settlesAt: Date, now: Date): boolean => settlesAt <= now || settlesAt > latestHoldEnd(now)
