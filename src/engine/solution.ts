// What the engine answers: the plan with its times, and why each stop left off was left off.
import { type Text } from '../texts/text.ts'

export interface Solution {
  routes: SolvedRoute[]
  unassigned: Unassigned[]
  cost: number
  /** Search steps done, for benchmarks. */
  iterations: number
}

/** One used vehicle. Times are seconds from the planned day's midnight, distances meters. */
export interface SolvedRoute {
  vehicle: number
  departure: number
  /** Null with an open end. */
  returnTime: number | null
  distance: number
  driveSeconds: number
  waitSeconds: number
  serviceSeconds: number
  /** What it leaves with, over all trips: known loads only, per dimension. */
  load: number[]
  visits: Visit[]
  /** `of` is the index of the vehicle's break. */
  breaks: { start: number; end: number; of: number }[]
  /** Why the route ends when it does, in words: the constraint that binds it. */
  binding: { code: BindingCode; message: Text }
}

export interface Visit {
  stop: number
  /** Arrival before any waiting. */
  arrival: number
  serviceStart: number
  departure: number
  waitSeconds: number
  /** Meters from the place before (by way of the reload, where one comes before). */
  distance: number
  driveSeconds: number
  /** 1 for the first load of the shift. */
  trip: number
  lateSeconds: number
  /** When it loads again on the way here, where it does: after driving there, and once all of the load is ready. */
  reload?: { start: number; end: number }
}

/** Why a stop is left off. */
export const REASON_CODES = [
  'TEMPERATURE',
  'SKILL',
  'DRIVER',
  'CAPACITY',
  'UNREACHABLE',
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
  /** The smallest single change checked to make it fit, where one was found. */
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
  /** The vehicle to change, or null when the change is to the stop. */
  vehicle: number | null
  /** Seconds, units of load or stops more, loads fetched on the way in all, or the class, skills or driver. */
  amount: number | string
  message: Text
}
