// The day as the server has it, kept up to date by its change events, and what is derived from it for every view.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { DayOut, DayRoute, DayStop, PoolOrder } from '../../../src/contract/office/day.ts'
import { loadsOf } from '../../../src/domain/routes/trips.ts'
import type { HandOver } from '../../../src/domain/routes/pauses.ts'
import type { WaysOut } from '../../../src/contract/routes.ts'
import { keyOf, read, useReadAgain } from '../../api/query.ts'
import { useChanges } from '../live.tsx'

const HEARD_MS = 100

/** Without a date, the day that is today. */
const readDay = (date: string | null) => read('GET /day', { query: { date: date ?? localToday() } })

/** Reads all data of the day's screen again, and the steps that can be undone, because a change can end these. */
export function useRefreshDay(): () => Promise<void> {
  const again = useReadAgain()
  return useCallback(
    () =>
      again('GET /day', 'GET /day/ways', 'GET /routes/{route_uuid}/refused-taps', 'GET /exceptions', 'GET /undo-steps'),
    [again],
  )
}

export function useDay(date: string | null) {
  useChanges(useHeard(useRefreshDay()))
  return useQuery({ ...readDay(date), placeholderData: (before) => before })
}

/**
 * What to call when a change is heard. It is often one's own, after which the day is read anyway: it waits a moment, and
 * never takes the place of a read under way.
 */
function useHeard(refresh: () => Promise<void>): () => void {
  const client = useQueryClient()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
    },
    [],
  )
  return useCallback(() => {
    const look = (): void => {
      const isBeingRead = client.isFetching({ queryKey: keyOf('GET /day') }) > 0
      waiting.current = isBeingRead ? setTimeout(look, HEARD_MS) : undefined
      if (!isBeingRead) void refresh()
    }
    waiting.current ??= setTimeout(look, HEARD_MS)
  }, [client, refresh])
}

/** Shows the status that the server has just replied, before the day is read again. */
export function useShowStatus(): (route: Pick<DayRoute, 'route_uuid' | 'status'>) => void {
  const client = useQueryClient()
  return useCallback(
    ({ route_uuid: id, status }) => {
      client.setQueriesData<DayOut>({ queryKey: keyOf('GET /day') }, (day) =>
        day && day.routes.some(({ route_uuid }) => route_uuid === id)
          ? { ...day, routes: day.routes.map((route) => (route.route_uuid === id ? { ...route, status } : route)) }
          : day,
      )
    },
    [client],
  )
}

/** The day as last read, which may be newer than what is drawn. */
export function useLatestDay(day: DayOut, date: string | null): () => DayOut {
  const client = useQueryClient()
  return () => client.getQueryData<DayOut>(readDay(date).queryKey) ?? day
}

/** The ways that the day's routes take along the roads; looked for again while some are still being asked for. */
export const useWays = (date: string): WaysOut | undefined =>
  useQuery({
    ...read('GET /day/ways', { query: { date } }),
    refetchInterval: ({ state }) => (state.data?.pending ? 3_000 : false),
  }).data

/** The reader's own day: right but for minutes around midnight, and the server's answer names the business's. */
function localToday(): string {
  const now = new Date()
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(now.getMonth() + 1)}/${two(now.getDate())}/${now.getFullYear()}`
}

/** Whatever is selected, as one text: ids in the order of `all`, separated by spaces. */
export const selectedOf = (all: readonly { order_uuid: string }[], selected: ReadonlySet<string>): string =>
  selected.size === 0 ? '' : all.flatMap(({ order_uuid }) => (selected.has(order_uuid) ? [order_uuid] : [])).join(' ')

/** A delivery wherever it is: on a route or in the pool. */
export interface Placed {
  orderId: string
  route: DayRoute | null
  stop: DayStop | null
  order: PoolOrder | null
}

export function findPlaced(day: DayOut, orderId: string): Placed | null {
  for (const route of day.routes) {
    const stop = route.stops.find((one) => one.order_uuid === orderId && one.current)
    if (stop) return { orderId, route, stop, order: null }
  }
  const order = day.pool.find((one) => one.order_uuid === orderId)
  return order ? { orderId, route: null, stop: null, order } : null
}

export const lateStops = (route: DayRoute): number => route.stops.filter((stop) => stop.late_minutes > 0).length
export const isOpen = (route: DayRoute): boolean => route.status !== 'CANCELLED' && route.status !== 'COMPLETED'

/** When it is there: as it was, else as expected, else as planned. */
export const timeAt = (stop: DayStop): string => stop.arrived_at ?? stop.finished_at ?? stop.eta ?? stop.planned_arrival

/** Where the goods of a load are taken over from another vehicle; null where they are not. */
function handOverOf({ pauses = [] }: DayRoute, load: number): HandOver | null {
  const taking = pauses.find(({ hand_over, trip }) => hand_over && trip === load)
  if (!taking?.hand_over) return null
  const { from_route: by, ...place } = taking.hand_over
  return { ...place, by, routeId: '', from: taking.start, minutes: 0 }
}

/** What the vehicle carries, load by load, in pounds. */
export const loadsOfRoute = (route: DayRoute): number[] =>
  loadsOf(route.stops.map((stop) => ({ ...stop, handOver: handOverOf(route, stop.trip) }))).map((stops) =>
    stops.reduce((sum, { load_weight_lbs: weight }) => sum + (weight ?? 0), 0),
  )
