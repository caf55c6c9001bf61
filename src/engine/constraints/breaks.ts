// Constraint: the vehicle's breaks must fit into the trip that serves the stop alone (driving there, service and
// return).
import { joinedByAnd, text } from '../../texts/text.ts'
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
    const spans = joinedByAnd(
      due.map(({ windowStart, windowEnd }) =>
        text('{start} to {end}', { start: clock(problem, windowStart), end: clock(problem, windowEnd) }),
      ),
    )
    return due.length === 1
      ? text('the break of vehicle {vehicle}, {times}, can’t be taken around it', { vehicle: id, times: spans })
      : text('the breaks of vehicle {vehicle}, {times}, can’t be taken around it', { vehicle: id, times: spans })
  },
}
