// A stop needs a vehicle that has every skill it requires.
import { joinedByAnd, text } from '../../texts/text.ts'
import type { Problem } from '../problem.ts'
import type { Constraint } from './constraint.ts'

/** Returns the required skills that the vehicle lacks. */
export function lackingSkills(problem: Problem, stop: number, vehicle: number): string[] {
  const has = problem.vehicles[vehicle]!.skills ?? []
  return (problem.stops[stop]!.skills ?? []).filter((skill) => !has.includes(skill))
}

export const skills: Constraint = {
  code: 'SKILL',
  blocks: (problem, stop, vehicle) => lackingSkills(problem, stop, vehicle).length > 0,
  message(problem, stop, vehicles) {
    const required = problem.stops[stop]!.skills ?? []
    const unknown = required.filter((skill) => !problem.vehicles.some((vehicle) => vehicle.skills?.includes(skill)))
    if (unknown.length > 0)
      return text('needs {skills}; no vehicle in this build has it', { skills: joinedByAnd(unknown) })
    const nearest = vehicles.reduce((best, vehicle) =>
      lackingSkills(problem, stop, vehicle).length < lackingSkills(problem, stop, best).length ? vehicle : best,
    )
    const lacks = joinedByAnd(lackingSkills(problem, stop, nearest))
    const { id } = problem.vehicles[nearest]!
    return text(
      'needs {skills}; {vehicle}, the closest match of the vehicles that could otherwise take it, lacks {lacks}',
      { skills: joinedByAnd(required), vehicle: id, lacks },
    )
  },
}
