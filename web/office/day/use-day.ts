// The day as the server has it, kept up to date by its change events.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
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
