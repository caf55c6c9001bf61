// Goods that are picked up on the way must get from there to their stop in time, with one vehicle.
import { unitOf } from '../pairs.ts'
import { runTimeline } from '../timeline.ts'
import { minutes } from '../words.ts'
import type { Constraint } from './constraint.ts'

export const pair: Constraint = {
  code: 'PAIR',
  blocks(problem, stop, index) {
    const unit = unitOf(problem.stops, stop)
    if (unit.length === 1) return false
    const vehicle = problem.vehicles[index]!
    return vehicle.maxStops < 2 || !runTimeline(problem, vehicle, unit, 2)
  },
  message(problem, stop, vehicles) {
    const [pickup, delivery] = unitOf(problem.stops, stop).map((each) => problem.stops[each]!)
    const most = delivery!.from?.maxSeconds
    const within = most === undefined ? 'in time' : `in time, within ${most > 0 ? minutes(most) : '0 minutes'}`
    const who = vehicles.length === 1 ? `vehicle ${problem.vehicles[vehicles[0]!]!.id} can't` : 'no vehicle can'
    return `${who} bring it from ${pickup!.id} to ${delivery!.id} ${within}`
  },
}
