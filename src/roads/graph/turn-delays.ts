// What it takes to get over a junction: signals, stop signs, giving way, turning. Times are free-flow estimates,
// tuned together with the speeds.
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
  /** Coming from a lesser road onto one of others' right of way, and meeting roads of the same kind. */
  minor: number
  equal: number
  turn: number
  /** Across oncoming traffic, off or onto a road of some size, where no signal holds it up. */
  across: number
  /** Turning round at a junction, and where the road ends. */
  uTurn: number
  deadEnd: number
  boarding: number
  /** A wait on the way between two junctions. */
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
}

/** Turned by less, one goes straight on. */
const STRAIGHT_DEGREES = 35

/** The greater the road, the lower. */
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
  driveway: 8,
  track: 8,
  footway: 8,
}
const BUSY_RANK = 3
/** Where one of these meets a street, those on the street notice nothing. */
const ENTRANCE_RANK = 7
const FERRY = ROAD_CLASSES.indexOf('ferry')

/** Hundredths of a second; the arcs are of one junction. */
export interface TurnDelays {
  /** Of arriving by an arc, wherever one goes on. */
  arriving(arc: number, segmentsThere: readonly number[]): number
  /** Of turning from one arc into another, which is not the same segment. */
  turning(from: number, to: number, segmentsThere: readonly number[]): number
  uTurn: number
  deadEnd: number
  /** Of all waits between the ends of an arc. */
  waiting(arc: number): number
}

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
      // Without signals, what counts at a crossing is to leave the greater road, not by which turn.
      const turns =
        isCrossing(there) && !signals
          ? rankOf(segmentOf(to)) > bestRank(there, NONE)
          : Math.abs(turned) > STRAIGHT_DEGREES
      return boarding + (turns ? delays.turn : 0) + (!signals && crosses(from, to, turned) ? delays.across : 0)
    },
  }

  /** Across oncoming traffic. */
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
