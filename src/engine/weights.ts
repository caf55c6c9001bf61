import type { Stop } from './problem.ts'

/** What leaving each stop off weighs: 1 + priority, and more than all unlocked stops together when it is locked. */
export function leftOffWeights(stops: readonly Stop[]): number[] {
  const unlocked = stops.reduce((sum, { lock, priority }) => sum + (lock === null ? 1 + priority : 0), 0)
  return stops.map(({ lock, priority }) => 1 + priority + (lock === null ? 0 : unlocked))
}
