// What the orders' table shows, as the address bar has it; spans of days move with the calendar.
import { ORDER_SORTS } from '../../../src/domain/orders/table-sort.ts'
import { addDays } from '../../ui/format.ts'
import type { Sorting } from './orders-table.tsx'

export const NOT_PLACED = 'APPROXIMATE,PENDING,UNPLACED'
const FILTERS = ['search', 'status', 'from', 'to', 'days', 'placement', 'route', 'sort', 'direction'] as const

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

/** What a file of what is shown is asked for: it has the columns, in its own order. */
export function exportQuery(query: Record<string, string>, columns: readonly string[]): Record<string, string> {
  const { sort: _sort, direction: _direction, ...filters } = query
  return columns.length > 0 ? { ...filters, columns: columns.join(',') } : filters
}

/** By the newest day, unless the address says otherwise. */
export const sortingOf = ({ sort, direction }: Record<string, string>): Sorting => ({
  sort: ORDER_SORTS.find((one) => one === sort) ?? 'date',
  direction: direction === 'asc' || (!direction && sort && sort !== 'date') ? 'asc' : 'desc',
})

/** MM/dd/yyyy of now in a time zone. */
export const todayIn = (timeZone: string): string =>
  new Date().toLocaleDateString('en-US', { timeZone, month: '2-digit', day: '2-digit', year: 'numeric' })

export const sameFilters = (a: Record<string, string>, b: Record<string, string>): boolean =>
  FILTERS.every((name) => a[name] === b[name])
