// Whether a delivery came when it was promised: the one definition that reports count by.
import type { StopRead } from '../../store/routes/stops.ts'
import { windowsOf } from '../../domain/planning/windows.ts'
import type { Calendar } from '../calendar.ts'
import { lateMinutes } from './by-hand/lateness.ts'

/**
 * On time: the driver arrived within one of the delivery's windows. That is no later than its end, to the minute, and not so
 * early that the delivery was over before the window opened; an early arrival that waited is on time. Null for what was
 * not delivered, and for deliveries without a window.
 */
export function onTime(calendar: Calendar, day: string, stop: Omit<StopRead, 'onTime'>): boolean | null {
  const { status, finishedAt } = stop
  const windows = windowsOf(stop)
  if (status !== 'DELIVERED' || !finishedAt || windows.length === 0) return null
  return windows.some(({ start, end }) => {
    const early = start !== null && finishedAt < calendar.instantOf(day, start)
    return !early && lateMinutes(calendar, day, { ...stop, windowStart: start, windowEnd: end, rules: null }) === 0
  })
}
