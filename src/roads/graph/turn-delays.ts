// Delays at junctions: signals, stop signs, yielding and turns. Times are free-flow estimates that were tuned together
// with the speeds.
import type { Costing } from '../../domain/planning/costing.ts'
import { SIGNALS_FORWARD, STOP_FORWARD, YIELD_FORWARD } from '../read/node-tags.ts'
import { ROAD_CLASSES, type RoadClass } from '../read/road-class.ts'
import type { Segments } from '../read/segments.ts'
import { ONE_WAY, ROUNDABOUT, type Ways } from '../read/ways.ts'
import { CENTISECONDS, isBackward, segmentOf } from './arcs.ts'
import { endHeadings, turnDegrees } from './headings.ts'

interface Delays {
  signal: number
  stop: number
  yield: number
  /** Delay of a minor road at a larger road. `equal` is the delay at a crossing where all roads have the same rank. */
  minor: number
  equal: number
  turn: number
  /** Additional delay of a turn across oncoming traffic without a signal, from a large road or onto a large road. */
  across: number
  /** U-turn at a junction. `deadEnd` is the delay of a U-turn at the end of a road. */
  uTurn: number
  deadEnd: number
  boarding: number
  /** Delay of each signal, stop sign or yield sign between two junctions. */
  wait: number
}
export const SECONDS: Record<Costing, Delays> = {
  CAR: {
    signal: 1.5,
    stop: 2.5,
    yield: 2,
    minor: 2,
    equal: 2,
    turn: 2.5,
    across: 3,
    uTurn: 20,
    deadEnd: 15,
    boarding: 300,
    wait: 2.5,
  },
  TRUCK: {
    signal: 2.5,
    stop: 4,
    yield: 3,
    minor: 3,
    equal: 3,
    turn: 4.5,
    across: 4,
    uTurn: 25,
    deadEnd: 25,
    boarding: 300,
    wait: 4,
  },
  BICYCLE: {
    signal: 4,
    stop: 2,
    yield: 1.5,
    minor: 1.5,
    equal: 1,
    turn: 1.5,
    across: 3,
    uTurn: 6,
    deadEnd: 5,
    boarding: 300,
    wait: 4,
  },
}

/** Maximum angle of a continuation that is straight on, and so has no delay of a turn. */
const STRAIGHT_DEGREES = 35

/** Rank of a road class. Larger roads have lower ranks. */
const RANKS: Record<RoadClass, number> = {
  motorway: 0,
  trunk: 1,
  motorway_link: 1,
  primary: 2,
  trunk_link: 2,
  secondary: 3,
  primary_link: 3,
  tertiary: 4,
  secondary_link: 4,
  tertiary_link: 4,
  unclassified: 5,
  residential: 5,
  living_street: 6,
  service: 7,
  alley: 7,
  ferry: 7,
  cycleway: 6,
  path: 8,
  driveway: 8,
  track: 8,
  footway: 8,
}
const BUSY_RANK = 3
/** Roads of this or a higher rank number are entrances to properties. They don't delay drivers on the street. */
const ENTRANCE_RANK = 7
const FERRY = ROAD_CLASSES.indexOf('ferry')

/** Delays in hundredths of a second. `segmentsThere` are all segments that meet at the junction. */
export interface TurnDelays {
  /** Delay at the end of an arc that is the same for every continuation, such as a signal. */
  arriving(arc: number, segmentsThere: readonly number[]): number
  /** Delay of the turn from one arc into another. The arcs must not be of the same segment. */
  turning(from: number, to: number, segmentsThere: readonly number[]): number
  uTurn: number
  deadEnd: number
  /** Delay of all waits between the ends of an arc. */
  waiting(arc: number): number
}

/** Returns the delays for one kind of vehicle. `drivesOnLeft` decides which turns cross the oncoming traffic. */
export function turnDelays(segments: Segments, ways: Ways, costing: Costing, drivesOnLeft: boolean): TurnDelays {
  const headings = endHeadings(segments)
  const delays = Object.fromEntries(
    Object.entries(SECONDS[costing]).map(([name, seconds]) => [name, Math.round(seconds * CENTISECONDS)]),
  ) as unknown as Delays
  const ranks = ROAD_CLASSES.map((name) => RANKS[name])
  const classOf = (segment: number): number => ways.classes[segments.way[segment] as number] as number
  const rankOf = (segment: number): number => ranks[classOf(segment)] as number
  const flagsOf = (arc: number): number => ways.flags[segments.way[segmentOf(arc)] as number] as number
  const degrees = (from: number, to: number): number =>
    turnDegrees(headingAtEnd(from) + 180, headings[2 * segmentOf(to) + (isBackward(to) ? 1 : 0)] as number)
  const headingAtEnd = (arc: number): number => headings[2 * segmentOf(arc) + (isBackward(arc) ? 0 : 1)] as number

  const bestRank = (there: readonly number[], without: number): number => {
    let best = ENTRANCE_RANK
    for (const segment of there) if (segment !== without) best = Math.min(best, rankOf(segment))
    return best
  }
  return {
    uTurn: delays.uTurn,
    deadEnd: delays.deadEnd,
    waiting: (arc) => delays.wait * (segments.waits[arc] as number),
    arriving(arc, there) {
      const control = segments.controls[arc] as number
      if (control & SIGNALS_FORWARD) return delays.signal
      if (control & STOP_FORWARD) return delays.stop
      if (control & YIELD_FORWARD) return delays.yield
      if (there.length < 3 || flagsOf(arc) & ROUNDABOUT) return 0
      const own = rankOf(segmentOf(arc))
      if (bestRank(there, segmentOf(arc)) < own) return delays.minor
      return isCrossing(there) && own < ENTRANCE_RANK && there.every((segment) => rankOf(segment) === own)
        ? delays.equal
        : 0
    },
    turning(from, to, there) {
      const boarding = classOf(segmentOf(to)) === FERRY && classOf(segmentOf(from)) !== FERRY ? delays.boarding : 0
      if (there.length < 3) return boarding
      const turned = degrees(from, to)
      const signals = ((segments.controls[from] as number) & SIGNALS_FORWARD) !== 0
      // At a crossing without signals, leaving the larger road matters, not the angle of the turn.
      const turns =
        isCrossing(there) && !signals
          ? rankOf(segmentOf(to)) > bestRank(there, NONE)
          : Math.abs(turned) > STRAIGHT_DEGREES
      return boarding + (turns ? delays.turn : 0) + (!signals && crosses(from, to, turned) ? delays.across : 0)
    },
  }

  /** Returns whether a turn crosses oncoming traffic. */
  function crosses(from: number, to: number, turned: number): boolean {
    if (Math.abs(turned) <= STRAIGHT_DEGREES || turned > 0 !== drivesOnLeft) return false
    const [own, next] = [rankOf(segmentOf(from)), rankOf(segmentOf(to))]
    const off = own <= BUSY_RANK && own < next && !(flagsOf(from) & ONE_WAY)
    const onto = next <= BUSY_RANK && next < own && !(flagsOf(to) & ONE_WAY)
    return off || onto
  }
}

const NONE = -1
const isCrossing = (there: readonly number[]): boolean => there.length > 3
