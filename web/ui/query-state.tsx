// Shows the loading state of a list, and the error if it can't be loaded.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { words } from '../words/locale.ts'
import page from './page.module.css'
import { Empty } from './empty.tsx'

interface Props<T> {
  query: UseQueryResult<T>
  what: string
  children: (data: T) => ReactNode
}

export function QueryState<T>({ query, what, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return <p className={page.soft}>{words.common.loadingWhat(what)}</p>
  return <LoadError query={query}>{words.common.cannotShow(what, query.error?.message ?? '')}</LoadError>
}

/** Announces that the content can't be loaded, with a retry button. */
export const LoadError = ({ query, children }: { query: { refetch: () => unknown }; children: ReactNode }) => (
  <div role="alert">
    <Empty action={<Button onClick={() => void query.refetch()}>{words.common.tryAgain}</Button>}>{children}</Empty>
  </div>
)
