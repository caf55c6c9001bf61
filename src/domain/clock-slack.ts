// If a clock is set back, data that was stored before has times in the future. Such data must not stay valid longer,
// and no work may wait for its times.

/**
 * The clocks of processes differ by less than this. A stored time further ahead was stored before a clock was set back.
 */
export const CLOCK_SLACK_MS = 60_000

/** Returns true if less than `ms` have passed since `at`. */
export const isWithin = (at: Date | number, ms: number, now: Date): boolean => {
  const passed = now.getTime() - Number(at)
  return passed < ms && passed >= -CLOCK_SLACK_MS
}
