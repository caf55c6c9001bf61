// Whether a delivery came when it was promised: the one definition that reports count by.
import type { StopRead } from '../../store/routes/stops.ts'
import type { Calendar } from '../calendar.ts'
import { lateMinutes } from './by-hand/lateness.ts'

/**
 * On time: the driver arrived within the delivery's window. That is no later than its end, to the minute, and not so
 * early that the delivery was over before the window opened; an early arrival that waited is on time. Null for what was
 * not delivered, and for deliveries without a window.
 */
export function onTime(calendar: Calendar, day: string, stop: Omit<StopRead, 'onTime'>): boolean | null {
  const { status, finishedAt, windowStart, windowEnd } = stop
  if (status !== 'DELIVERED' || !finishedAt || !(windowStart || windowEnd)) return null
  const early = windowStart !== null && finishedAt < calendar.instantOf(day, windowStart)
  return !early && lateMinutes(calendar, day, stop) === 0
}
