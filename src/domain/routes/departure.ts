// Departure of a route that is planned while its shift is already under way.

/** Time that a driver needs to get going after the plan is made. */
const GET_GOING_MS = 5 * 60_000

/**
 * Returns the earliest departure: the start of the shift or, during the shift, now plus the time to get going. A shift
 * that is over keeps its start, because its route can't be sent.
 */
export function earliestDeparture(shift: { start: Date; end: Date }, now: Date): Date {
  if (now < shift.start || now >= shift.end) return shift.start
  return new Date(Math.min(now.getTime() + GET_GOING_MS, shift.end.getTime()))
}
