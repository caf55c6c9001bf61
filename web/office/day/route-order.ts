// Order of the routes in the list and on the timeline: by name, or the ones with the most late stops first.
import { useMemo } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { setSearchParams, useLocation } from '../location.ts'
import { lateStops } from './day-data.ts'

/** Returns the routes with the most late stops first. If as many stops are late, those with more late minutes come first. */
export const worstFirst = (routes: readonly DayRoute[]): DayRoute[] =>
  routes.toSorted((a, b) => lateStops(b) - lateStops(a) || lateMinutes(b) - lateMinutes(a))

const lateMinutes = ({ stops }: DayRoute): number => stops.reduce((sum, stop) => sum + stop.late_minutes, 0)

/** The order is in the URL, so that a reload or a copied link shows the same. */
export const useIsWorstFirst = (): boolean => useLocation().searchParams.get('sort') === 'worst'

export const sortWorstFirst = (isWorstFirst: boolean): void => setSearchParams({ sort: isWorstFirst ? 'worst' : null })

/** Returns the day with its routes in the chosen order. */
export function useOrderedDay(day: DayOut): DayOut {
  const isWorstFirst = useIsWorstFirst()
  return useMemo(() => (isWorstFirst ? { ...day, routes: worstFirst(day.routes) } : day), [day, isWorstFirst])
}
