// Beginnings and ends of drives: the arcs at a location, and the part of each arc that is driven.
import type { StreetHours } from '../domain/planning/street-hours.ts'
import { costOf, decimetersOf, weightOf } from './graph/weight.ts'
import type { Starts } from './hierarchy/upward-search.ts'
import type { Ground, Place, Spot } from './snap/snap.ts'
import type { VehicleRules } from './vehicle-rules.ts'

/** Driving times and distances from each location to each other location. */
export interface DriveTable {
  /**
   * Driving times in seconds. `distances` are in meters. Both are square tables, stored row by row, with one row per
   * start. `Infinity` if there is no drive.
   */
  durations: Float64Array<ArrayBuffer>
  distances: Float64Array<ArrayBuffer>
  /** Meters from each point to the road. Null if the point is off the map. */
  roadMeters: (number | null)[]
  /** Hours at which each point can be reached. Null if at all hours. */
  hours: (StreetHours | null)[]
}

/** Returns the hours at which a place can be reached. Null if at all hours. */
export type HoursAt = (place: Place) => StreetHours | null

/** Columns of a road file. */
export interface Columns extends Ground {
  decimeters: Int32Array
  centiseconds: Int32Array
  costs: Int32Array
  ends: Int32Array
  arriving: Int32Array
  firstEntry: Int32Array
  entryStates: Int32Array
  entryCosts: Int32Array
}

/** The arcs on which a drive may begin or end, with the weight of the remaining part of each arc. */
export interface DriveTerminals extends Starts {
  arcs: number[]
  /** Position of the location along each arc, as a share of its length. */
  shares: number[]
}

const noDriveTerminals = (): DriveTerminals => ({ nodes: [], weights: [], extras: [], arcs: [], shares: [] })
export const NOWHERE: DriveTerminals = noDriveTerminals()

/** Returns the possible beginnings of drives from a location. */
export function startsAt(columns: Columns, place: Place, rules: VehicleRules): DriveTerminals {
  const beginning = noDriveTerminals()
  for (const { arc, share } of arcsAt(columns, place))
    for (const node of rules.startStates(arc)) {
      beginning.nodes.push(node)
      beginning.shares.push(share)
      const { weight, extra } = part(columns, arc, 1 - share)
      beginning.weights.push(weight + weightOf(columns.arriving[arc]!, 0))
      beginning.extras.push(extra)
      beginning.arcs.push(arc)
    }
  return beginning
}

/** Returns the possible ends of drives to a location. */
export function endsAt(columns: Columns, place: Place, rules: VehicleRules): DriveTerminals {
  const end = noDriveTerminals()
  for (const { arc, share } of arcsAt(columns, place))
    for (let i = columns.firstEntry[arc]!; i < columns.firstEntry[arc + 1]!; i++) {
      if (!rules.mayEnter(i)) continue
      end.nodes.push(columns.entryStates[i]!)
      end.shares.push(share)
      const { weight, extra } = part(columns, arc, share)
      end.weights.push(weight + weightOf(columns.entryCosts[i]!, 0))
      end.extras.push(extra)
      end.arcs.push(arc)
    }
  return end
}

/** Returns the points where a drive may begin or end: one per road that meets at the snapped location. */
export const spotsOf = (place: Place): Spot[] => [place, ...place.others]

/** Returns both directions of each segment at the location, if they can be driven, with the position along each. */
const arcsAt = ({ access }: Columns, place: Place): { arc: number; share: number }[] =>
  spotsOf(place)
    .flatMap(({ segment, share }) => [
      { arc: 2 * segment, share },
      { arc: 2 * segment + 1, share: 1 - share },
    ])
    .filter(({ arc }) => access[arc] !== 0)

/**
 * Part of a drive. The weight (`weight.ts`) only compares drives, because its cost is not a driving time. `extra` is
 * the driving time minus the cost, in hundredths of a second.
 */
export interface Part {
  weight: number
  extra: number
}

function part({ centiseconds, costs, decimeters }: Columns, arc: number, share: number): Part {
  const cost = Math.round(share * costs[arc]!)
  return {
    weight: weightOf(cost, Math.round(share * decimeters[arc >> 1]!)),
    extra: Math.round(share * centiseconds[arc]!) - cost,
  }
}

export const secondsOf = (weight: number, extra: number): number => (costOf(weight) + extra) / 100
export const metersOf = (weight: number): number => decimetersOf(weight) / 10

/** Drive along one arc. `first` and `last` are its start and end, as shares of the length of the arc. */
export interface SegmentDrive extends Part {
  arc: number
  first: number
  last: number
}

/** Returns the lightest drive along a single segment, or null if there is none. */
export function driveAlongSegment(columns: Columns, from: Place, to: Place, rules: VehicleRules): SegmentDrive | null {
  let best: SegmentDrive | null = null
  for (const { arc, share: first } of arcsAt(columns, from))
    for (const { arc: other, share: last } of arcsAt(columns, to)) {
      if (arc !== other || last < first || !rules.mayUse(arc)) continue
      const along = part(columns, arc, last - first)
      if (!best || along.weight < best.weight) best = { ...along, arc, first, last }
    }
  return best
}
