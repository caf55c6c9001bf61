// Cached responses, keyed by endpoint. The compiler checks the names.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, type RouteInput, type Reply, type Route } from './client.ts'
import type { Arguments } from './route.ts'

/** Options of `useQuery` for an endpoint: `useQuery(endpointQuery('GET /day', { query: { date } }))`. */
export const endpointQuery = <R extends Route>(route: R, ...[given]: Arguments<RouteInput<R>>) =>
  queryOptions<Reply<R>>({
    queryKey: queryKeyOf(route, given),
    queryFn: ({ signal }) => call(route, { ...given, signal } as unknown as RouteInput<R>),
  })

/** Cache key of one request, or of all requests to the endpoint if `given` is absent. */
export const queryKeyOf = (route: Route, given?: object): readonly unknown[] => (given ? [route, given] : [route])

/** Returns a function that reloads the shown responses of these endpoints. */
export function useInvalidate(): (...routes: Route[]) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (...routes) => {
      await Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: queryKeyOf(route) })))
    },
    [client],
  )
}
