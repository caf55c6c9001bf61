// What the orders' table shows, as the address bar has it; spans of days move with the calendar.
import { addDays } from '../../ui/format.ts'

export const NOT_PLACED = 'APPROXIMATE,PENDING,UNPLACED'
const FILTERS = ['search', 'status', 'from', 'to', 'days', 'placement'] as const

/** The filters alone: no order that is open, nothing unknown. */
export function filtersOf(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )
}

/** As the server is asked: days as dates. `today` is the business's. */
export function queryOf({ days, ...filters }: Record<string, string>, today: string): Record<string, string> {
  const spans: Record<string, Record<string, string>> = {
    today: { from: today, to: today },
    tomorrow: { from: addDays(today, 1), to: addDays(today, 1) },
    week: { from: today, to: addDays(today, 6) },
    past: { to: addDays(today, -1) },
  }
  return { ...filters, ...(days ? spans[days] : {}) }
}

/** MM/dd/yyyy of now in a time zone. */
export const todayIn = (timeZone: string): string =>
  new Date().toLocaleDateString('en-US', { timeZone, month: '2-digit', day: '2-digit', year: 'numeric' })

export const sameFilters = (a: Record<string, string>, b: Record<string, string>): boolean =>
  FILTERS.every((name) => a[name] === b[name])
