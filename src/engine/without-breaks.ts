// A simpler problem that a search solves first if soft windows and breaks are slow together, because each position needs
// the timeline of its whole route.
import type { Problem } from './problem.ts'

/**
 * Returns the problem without breaks, and with shifts that end earlier by the length of their breaks. The result is null
 * unless the problem has both breaks and soft windows, and begins without a plan.
 */
export function withoutBreaks(problem: Problem): Problem | null {
  const { vehicles, objective, initial } = problem
  const hasBreaks = vehicles.some(({ breaks }) => breaks.length > 0)
  if (objective.latenessCostPerSecond === null || !hasBreaks || initial !== undefined) return null
  return {
    ...problem,
    vehicles: vehicles.map((vehicle) => {
      const rest = vehicle.breaks.reduce((sum, { seconds }) => sum + seconds, 0)
      return { ...vehicle, breaks: [], shiftEnd: Math.max(vehicle.shiftStart, vehicle.shiftEnd - rest) }
    }),
  }
}
