// The single definition of "on time", which all reports use.
import type { StopRead } from '../../store/routes/stops.ts'
import { windowsOf } from '../../domain/planning/windows.ts'
import type { Calendar } from '../calendar.ts'
import { lateMinutes } from './manual/lateness.ts'

/**
 * Returns whether the driver arrived within one of the delivery's windows. The arrival must not be after the window's
 * end, to the minute. It may be early if the driver waited, but not if the delivery was over before the window opened.
 * Null if the stop was not delivered, or the delivery has no window.
 */
export function wasOnTime(calendar: Calendar, day: string, stop: Omit<StopRead, 'onTime'>): boolean | null {
  const { status, finishedAt } = stop
  const windows = windowsOf(stop)
  if (status !== 'DELIVERED' || !finishedAt || windows.length === 0) return null
  return windows.some(({ start, end }) => {
    const early = start !== null && finishedAt < calendar.instantOf(day, start)
    return !early && lateMinutes(calendar, day, { ...stop, windowStart: start, windowEnd: end, rules: null }) === 0
  })
}
