// Breaks must fit around driving to a stop alone, serving it and coming back.
import type { Problem } from '../problem.ts'
import { runTimeline } from '../timeline.ts'
import { clock } from '../words.ts'
import type { Constraint } from './constraint.ts'

export const breaks: Constraint = {
  code: 'BREAK',
  blocks(problem, stop, index) {
    const vehicle = problem.vehicles[index]!
    return (
      vehicle.breaks.length > 0 &&
      !runTimeline(problem, vehicle, [stop], 1) &&
      runTimeline(problem, { ...vehicle, breaks: [] }, [stop], 1)
    )
  },
  message: (problem: Problem, _stop, vehicles) => {
    const { id, breaks: due } = problem.vehicles[vehicles[0]!]!
    const spans = due.map(
      ({ windowStart, windowEnd }) => `${clock(problem, windowStart)} to ${clock(problem, windowEnd)}`,
    )
    return `the ${due.length === 1 ? 'break' : 'breaks'} of vehicle ${id}, ${spans.join(' and ')}, can't be taken around it`
  },
}
