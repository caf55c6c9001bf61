// Sort columns of the office's table of orders. The default is by day, newest first.
import { byName } from '../by-name.ts'

export const ORDER_SORTS = ['date', 'reference', 'customer', 'address', 'window', 'status', 'route'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** Sorts rows by value. Rows without a value come last, and equal rows keep their order. */
export function sortedBy<T extends { value: string | null }>(rows: readonly T[], direction: 'asc' | 'desc'): T[] {
  const sign = direction === 'asc' ? 1 : -1
  return rows.toSorted((a, b) =>
    a.value === null || b.value === null
      ? Number(a.value === null) - Number(b.value === null)
      : sign * byName({ name: a.value }, { name: b.value }),
  )
}
