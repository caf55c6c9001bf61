// Speeds and states of a simulated day.

export const SPEEDS = [1, 10, 60] as const
export type Speed = (typeof SPEEDS)[number]

export const TEST_DAY_STATUSES = ['RUNNING', 'FINISHED', 'STOPPED', 'FAILED'] as const
export type TestDayStatus = (typeof TEST_DAY_STATUSES)[number]

/** Maximum number of stops on a simulated day. */
export const MAX_TEST_STOPS = 2_000

/** Default values of a simulated day (docs/spec/test-mode.md#a-simulated-day). */
export const USUAL_TEST_DAY = {
  seed: 1,
  speed: null,
  failed_share: 0.05,
  late_share: 0.1,
  offline_share: 0.1,
  undone_share: 0.05,
} as const

/**
 * Returns the simulated time in milliseconds. Infinity if there is no speed, because the clock then follows the events
 * of the day.
 */
export const virtualTime = (
  { speed, virtualStart, createdAt }: { speed: number | null; virtualStart: Date; createdAt: Date },
  now: Date,
): number => (speed === null ? Infinity : virtualStart.getTime() + (now.getTime() - createdAt.getTime()) * speed)

/** Returns the real time at which the day's clock shows `virtual` (milliseconds). */
export const realTime = (
  { speed, virtualStart, createdAt }: { speed: number | null; virtualStart: Date; createdAt: Date },
  virtual: number,
): Date => new Date(speed === null ? 0 : createdAt.getTime() + (virtual - virtualStart.getTime()) / speed)
