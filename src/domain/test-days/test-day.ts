// A simulated day: its speeds and states.

export const SPEEDS = [1, 10, 60] as const
export type Speed = (typeof SPEEDS)[number]

export const TEST_DAY_STATUSES = ['RUNNING', 'FINISHED', 'STOPPED', 'FAILED'] as const
export type TestDayStatus = (typeof TEST_DAY_STATUSES)[number]

/** What is simulated at once. */
export const MOST_TEST_STOPS = 2_000

/** What a simulated day has that nobody asked for otherwise (docs/spec/test-mode.md#a-simulated-day). */
export const USUAL_TEST_DAY = {
  seed: 1,
  speed: null,
  failed_share: 0.05,
  late_share: 0.1,
  offline_share: 0.1,
  undone_share: 0.05,
} as const

/** What the clock of the day shows; without a speed it shows what its next event says. */
export const virtualTime = (
  { speed, virtualStart, createdAt }: { speed: number | null; virtualStart: Date; createdAt: Date },
  now: Date,
): number => (speed === null ? Infinity : virtualStart.getTime() + (now.getTime() - createdAt.getTime()) * speed)

/** When clocks show that the day is so far. */
export const realTime = (
  { speed, virtualStart, createdAt }: { speed: number | null; virtualStart: Date; createdAt: Date },
  virtual: number,
): Date => new Date(speed === null ? 0 : createdAt.getTime() + (virtual - virtualStart.getTime()) / speed)
