// How long an outcome is held, so that it can be undone (docs/spec/routes.md#undo).

/** What a business can choose at most. */
export const MAX_HOLD_SECONDS = 900
/** A hold that ends later than clocks of processes differ is from before a clock was set back. */
const CLOCK_SLACK_SECONDS = 60

/** Holds that end later than this don't count. */
export const latestHoldEnd = (now: Date): Date =>
  new Date(now.getTime() + (MAX_HOLD_SECONDS + CLOCK_SLACK_SECONDS) * 1000)

export const isHoldOver = (settlesAt: Date, now: Date): boolean => settlesAt <= now || settlesAt > latestHoldEnd(now)
