// Filters and sorting of the orders table, stored in the URL. Named spans of days move with the calendar.
import { ORDER_SORTS } from '../../../src/domain/orders/table-sort.ts'
import { addDays } from '../../ui/format.ts'
import type { Sorting } from './orders-table.tsx'

export const NOT_PLACED = 'APPROXIMATE,PENDING,AMBIGUOUS,UNPLACED'
const FILTERS = ['search', 'status', 'from', 'to', 'days', 'placement', 'route', 'sort', 'direction'] as const

/** Returns only the filters of the URL, without the open order and unknown parameters. */
export function filtersOf(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )
}

/** Converts filters for the server, with spans as dates. `today` is the business's date. */
export function queryOf({ days, ...filters }: Record<string, string>, today: string): Record<string, string> {
  const spans: Record<string, Record<string, string>> = {
    today: { from: today, to: today },
    tomorrow: { from: addDays(today, 1), to: addDays(today, 1) },
    week: { from: today, to: addDays(today, 6) },
    past: { to: addDays(today, -1) },
  }
  return { ...filters, ...(days ? spans[days] : {}) }
}

/** Converts filters for the export, which has its own columns and order. */
export function exportQuery(query: Record<string, string>, columns: readonly string[]): Record<string, string> {
  const { sort: _sort, direction: _direction, ...filters } = query
  return columns.length > 0 ? { ...filters, columns: columns.join(',') } : filters
}

/** Sorting from the URL. The default is by date, newest first. */
export const sortingOf = ({ sort, direction }: Record<string, string>): Sorting => ({
  sort: ORDER_SORTS.find((one) => one === sort) ?? 'date',
  direction: direction === 'asc' || (!direction && sort && sort !== 'date') ? 'asc' : 'desc',
})

/** Today in a time zone, as MM/dd/yyyy. */
export const todayIn = (timeZone: string): string =>
  new Date().toLocaleDateString('en-US', { timeZone, month: '2-digit', day: '2-digit', year: 'numeric' })

export const sameFilters = (a: Record<string, string>, b: Record<string, string>): boolean =>
  FILTERS.every((name) => a[name] === b[name])
