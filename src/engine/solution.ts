// The solution that the engine returns: routes with their times, and the reason for each unassigned stop.
import { type Text } from '../texts/text.ts'

export interface Solution {
  routes: SolvedRoute[]
  unassigned: Unassigned[]
  cost: number
  /** Number of search steps, for benchmarks. */
  iterations: number
}

/** Route of one used vehicle. Times are seconds since midnight of the planned day, distances are meters. */
export interface SolvedRoute {
  vehicle: number
  departure: number
  /** Null if the route has an open end. */
  returnTime: number | null
  distance: number
  driveSeconds: number
  waitSeconds: number
  serviceSeconds: number
  /** Load that the vehicle leaves with, summed over all trips, by dimension. Only known loads count. */
  load: number[]
  visits: Visit[]
  /** `of` is the index of the break in the vehicle's `breaks`. */
  breaks: { start: number; end: number; of: number }[]
  /** Constraint that prevents a further stop on the route, with its message. */
  binding: { code: BindingCode; message: Text }
}

export interface Visit {
  stop: number
  /** Arrival, before any waiting. */
  arrival: number
  serviceStart: number
  departure: number
  waitSeconds: number
  /** Meters from the previous stop or start, including the detour to a reload or collection on the way. */
  distance: number
  driveSeconds: number
  /** 1 for the first trip of the shift. */
  trip: number
  lateSeconds: number
  /**
   * Loading time of the reload on the way here, after the drive to it and once the whole load is ready. Absent: no
   * reload.
   */
  reload?: { start: number; end: number }
}

/** Reasons for an unassigned stop. */
export const REASON_CODES = [
  'TEMPERATURE',
  'SKILL',
  'DRIVER',
  'CAPACITY',
  'UNREACHABLE',
  'STREET_HOURS',
  'SHIFT',
  'WORKING_TIME',
  'DRIVING_TIME',
  'TIME_WINDOW',
  'BREAK',
  'READY',
  'PAIR',
  'MAX_STOPS',
  'NO_ROOM',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]

export type BindingCode =
  | 'CAPACITY'
  | 'SHIFT'
  | 'MAX_DURATION'
  | 'MAX_DRIVE'
  | 'MAX_STOPS'
  | 'TIME_WINDOW'
  | 'NOTHING_LEFT'
  | 'COST'

export interface Unassigned {
  stop: number
  reason: { code: ReasonCode; message: Text }
  /** The smallest single change found that makes the stop fit. Null if none was found. */
  nearestFix: NearestFix | null
}

export const FIX_KINDS = [
  'WINDOW',
  'CAPACITY',
  'SHIFT',
  'WORKING_TIME',
  'DRIVING_TIME',
  'BREAK',
  'READY',
  'TEMPERATURE',
  'SKILL',
  'DRIVER',
  'MAX_STOPS',
  'RELOAD',
] as const

export interface NearestFix {
  kind: (typeof FIX_KINDS)[number]
  /** Index of the vehicle to change. Null if the change is to the stop. */
  vehicle: number | null
  /** Additional seconds, load or stops; the total number of reloads; or the class, skills or driver. */
  amount: number | string
  message: Text
}
