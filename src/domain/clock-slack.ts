// A clock can be set back. Data that was stored with a time after that must neither last longer nor wait for that time.

/**
 * The clocks of processes differ by less than this. A stored time further ahead was stored before a clock was set back.
 */
export const CLOCK_SLACK_MS = 60_000

/** Returns true if less than `ms` have passed since `at`. */
export const isWithin = (at: Date | number, ms: number, now: Date): boolean => {
  const passed = now.getTime() - Number(at)
  return passed < ms && passed >= -CLOCK_SLACK_MS
}
