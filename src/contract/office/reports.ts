// Reports: what was delivered in a range of days, and how it went against the plan.
import { z } from 'zod'
import { Day, oneOf } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

/** Longest range of one report, in days. */
export const MOST_DAYS = 92

/** What came of the deliveries of some routes. Miles and minutes are only of routes where both sides are known. */
export interface Figures {
  /** Routes with an outcome. */
  routes: number
  delivered: number
  failed: number
  skipped: number
  /** Of the delivered that had a window: all, and those on time. */
  windowed: number
  /** Arrived within the window: see onTime in app/routes/on-time.ts, which defines it. */
  on_time: number
  /** Completed routes, from their start to the last stop done. */
  timed_routes: number
  planned_minutes: number
  actual_minutes: number
  /** Completed routes whose driver's phone told where it was. */
  measured_routes: number
  planned_miles: number
  driven_miles: number
}

export interface ReportOut {
  /** MM/dd/yyyy, both included. */
  from: string
  to: string
  days: (Figures & { date: string })[]
  /** By name; null stands for routes without a driver. */
  drivers: (Figures & { driver_uuid: string | null; name: string | null })[]
  /** Most frequent first. */
  failures: { reason: string | null; count: number }[]
  totals: Figures
}

export const REPORT_PARTS = ['days', 'drivers', 'failures'] as const

const range = { from: Day, to: Day }
const inOrder = <T extends z.ZodObject<typeof range>>(schema: T) =>
  schema.superRefine(({ from, to }, context) => {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    const message = days < 0 ? 'must not be before from' : `must be at most ${MOST_DAYS} days with from`
    if (days < 0 || days >= MOST_DAYS) context.addIssue({ code: 'custom', path: ['to'], message })
  })

export const readReport = officeEndpoint({
  method: 'GET',
  path: '/report',
  role: 'VIEWER',
  query: inOrder(z.strictObject(range)),
})
export const exportReport = officeEndpoint({
  method: 'GET',
  path: '/report.csv',
  role: 'VIEWER',
  query: inOrder(z.strictObject({ ...range, part: oneOf(REPORT_PARTS) })),
})
