// A list that the server pages, with its loading, empty and error states and a button for the next page.
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call, type RouteInput, type Reply, type Route } from '../../api/client.ts'
import { queryKeyOf } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import page from '../../ui/page.module.css'
import { LoadError } from '../../ui/query-state.tsx'
import { words } from '../../words/locale.ts'

interface Page {
  next_cursor: string | null
}

/** Endpoints whose response is one page of a list. They take filters as text, and a cursor. */
type PagedRoute = { [R in Route]: Reply<R> extends Page ? R : never }[Route]

/** Pages that match the filters, newest first. */
export const usePages = <R extends PagedRoute>(route: R, filters: Record<string, string>, refetchMs: number | false) =>
  useInfiniteQuery({
    queryKey: queryKeyOf(route, { query: filters }),
    queryFn: ({ pageParam, signal }) =>
      call(route, { query: { ...filters, cursor: pageParam }, signal } as RouteInput<PagedRoute> as RouteInput<R>),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : refetchMs),
  })

interface Props<P, R> {
  pages: UseInfiniteQueryResult<InfiniteData<P>>
  /** Noun phrase for the rows, such as "the replies". Continues the text "Loading". */
  what: string
  rowsOf: (page: P) => readonly R[]
  empty: ReactNode
  /** Shown if older rows may match too. */
  more?: string | null
  children: (rows: R[]) => ReactNode
}

export function Paged<P, R>({ pages, what, rowsOf, empty, more, children }: Props<P, R>) {
  const rows = pages.data?.pages.flatMap((one) => [...rowsOf(one)]) ?? []
  if (pages.isPending) return <p className={page.soft}>{words.common.loadingWhat(what)}</p>
  return (
    <>
      {pages.isError ? <LoadError query={pages}>{words.common.cannotShow(what, pages.error.message)}</LoadError> : null}
      {rows.length > 0 ? children(rows) : null}
      {rows.length === 0 && !pages.hasNextPage && !pages.isError ? <Empty>{empty}</Empty> : null}
      {pages.hasNextPage ? (
        <>
          {more ? <p className={page.soft}>{more}</p> : null}
          <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {rows.length > 0 ? words.common.showMore : words.log.lookBack}
          </Button>
        </>
      ) : null}
    </>
  )
}
