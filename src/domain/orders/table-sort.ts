// What the office's table of orders can be sorted by; by day unless asked, newest first.
import { byName } from '../by-name.ts'

export const ORDER_SORTS = ['date', 'reference', 'customer', 'address', 'window', 'status', 'route'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** In order of their values; those that have none come last, and what is equal stays as it is. */
export function sortedBy<T extends { value: string | null }>(rows: readonly T[], direction: 'asc' | 'desc'): T[] {
  const sign = direction === 'asc' ? 1 : -1
  return rows.toSorted((a, b) =>
    a.value === null || b.value === null
      ? Number(a.value === null) - Number(b.value === null)
      : sign * byName({ name: a.value }, { name: b.value }),
  )
}
