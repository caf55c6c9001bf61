// Cached responses, keyed by endpoint. The compiler checks the names.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, type GivenTo, type Reply, type Route } from './client.ts'
import type { Arguments } from './route.ts'

/** Options of `useQuery` for an endpoint: `useQuery(read('GET /day', { query: { date } }))`. */
export const endpointQuery = <R extends Route>(route: R, ...[given]: Arguments<GivenTo<R>>) =>
  queryOptions<Reply<R>>({
    queryKey: keyOf(route, given),
    queryFn: ({ signal }) => call(route, { ...given, signal } as unknown as GivenTo<R>),
  })

/** Cache key of one request, or of all requests to the endpoint if `given` is absent. */
export const keyOf = (route: Route, given?: object): readonly unknown[] => (given ? [route, given] : [route])

/** Returns a function that reloads the shown responses of these endpoints. */
export function useInvalidate(): (...routes: Route[]) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (...routes) => {
      await Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: keyOf(route) })))
    },
    [client],
  )
}
