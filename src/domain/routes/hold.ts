// How long an outcome is held, so that it can be undone (docs/spec/routes.md#undo).

/** The longest hold that a business can choose. */
export const MAX_HOLD_SECONDS = 900
/** The clocks of processes differ by less. A hold that ends later still was stored before a clock was set back. */
const CLOCK_SLACK_SECONDS = 60

/** Holds that end later than this don't count. */
export const latestHoldEnd = (now: Date): Date =>
  new Date(now.getTime() + (MAX_HOLD_SECONDS + CLOCK_SLACK_SECONDS) * 1000)

export const isHoldOver = (settlesAt: Date, now: Date): boolean => settlesAt <= now || settlesAt > latestHoldEnd(now)
