// Loads the day and reloads it on change events from the server.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import type { WaysOut } from '../../../src/contract/routes.ts'
import { queryKeyOf, endpointQuery, useInvalidate } from '../../api/query.ts'
import { useChanges } from '../live.tsx'

const REFRESH_DELAY_MS = 100

/** Query for the day on this date. If `date` is null, for today. */
const readDay = (date: string | null) => endpointQuery('GET /day', { query: { date: date ?? localToday() } })

/** Reloads all data of the day's screen, including the undo steps, because a change can end these. */
export function useRefreshDay(): () => Promise<void> {
  const again = useInvalidate()
  return useCallback(
    () =>
      again('GET /day', 'GET /day/ways', 'GET /routes/{route_uuid}/refused-taps', 'GET /exceptions', 'GET /undo-steps'),
    [again],
  )
}

export function useDay(date: string | null) {
  useChanges(useStreamRefresh(useRefreshDay()))
  return useQuery({ ...readDay(date), placeholderData: (before) => before })
}

/**
 * Returns the handler of change events. An event often results from the user's own action, after which the day is read
 * anyway. Therefore the handler waits briefly, and never interrupts a running read.
 */
function useStreamRefresh(refresh: () => Promise<void>): () => void {
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
      const isBeingRead = client.isFetching({ queryKey: queryKeyOf('GET /day') }) > 0
      waiting.current = isBeingRead ? setTimeout(look, REFRESH_DELAY_MS) : undefined
      if (!isBeingRead) void refresh()
    }
    waiting.current ??= setTimeout(look, REFRESH_DELAY_MS)
  }, [client, refresh])
}

/** Shows the status from the server's response before the day is read again. */
export function useShowStatus(): (route: Pick<DayRoute, 'route_uuid' | 'status'>) => void {
  const client = useQueryClient()
  return useCallback(
    ({ route_uuid: id, status }) => {
      client.setQueriesData<DayOut>({ queryKey: queryKeyOf('GET /day') }, (day) =>
        day && day.routes.some(({ route_uuid }) => route_uuid === id)
          ? { ...day, routes: day.routes.map((route) => (route.route_uuid === id ? { ...route, status } : route)) }
          : day,
      )
    },
    [client],
  )
}

/** Returns the day as last read, which may be newer than the rendered one. */
export function useLatestDay(day: DayOut, date: string | null): () => DayOut {
  const client = useQueryClient()
  return () => client.getQueryData<DayOut>(readDay(date).queryKey) ?? day
}

/** Road geometry of the day's routes. Polls while the server is still computing some of it. */
export const useRouteGeometry = (date: string): WaysOut | undefined =>
  useQuery({
    ...endpointQuery('GET /day/ways', { query: { date } }),
    refetchInterval: ({ state }) => (state.data?.pending ? 3_000 : false),
  }).data

/**
 * Today in the browser's time zone. It may differ from the business's today around midnight. The server's response states the
 * business's date.
 */
function localToday(): string {
  const now = new Date()
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(now.getMonth() + 1)}/${two(now.getDate())}/${now.getFullYear()}`
}
