// Replies that are read and kept. Each is kept under the name of its endpoint, which the compiler checks.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, type GivenTo, type Reply, type Route } from './client.ts'
import type { Arguments } from './route.ts'

/** What `useQuery` takes to read an endpoint: `useQuery(read('GET /day', { query: { date } }))`. */
export const read = <R extends Route>(route: R, ...[given]: Arguments<GivenTo<R>>) =>
  queryOptions<Reply<R>>({
    queryKey: keyOf(route, given),
    queryFn: ({ signal }) => call(route, { ...given, signal } as unknown as GivenTo<R>),
  })

/** Of all that the endpoint replied, or of the reply to what was given. */
export const keyOf = (route: Route, given?: object): readonly unknown[] => (given ? [route, given] : [route])

/** Reads again what these endpoints replied, where it is shown. */
export function useReadAgain(): (...routes: Route[]) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (...routes) => {
      await Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: keyOf(route) })))
    },
    [client],
  )
}
