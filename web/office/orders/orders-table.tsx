// Table of the loaded orders. Renders only visible rows, and loads the next page before the end is reached.
import type { OrderStatus } from '../../../src/domain/orders/order.ts'
import { Badge } from '../../ui/badge.tsx'
import { createColumnHelper, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { ExportColumn, OrderRow } from '../../../src/contract/office/orders.ts'
import type { OrderSort } from '../../../src/domain/orders/table-sort.ts'
import { dayText, pounds, windowOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { LocationWarning } from '../location-warning.tsx'
import { columnName, orderStatusWords } from './order-words.ts'
import style from './orders.module.css'

const ROW_PX = 38
/** The next page is requested when this many loaded rows are left below the visible ones. */
const AHEAD = 15

const features = tableFeatures({ rowSelectionFeature })
const column = createColumnHelper<typeof features, OrderRow>()

const CELLS: Record<ExportColumn, (order: OrderRow) => ReactNode> = {
  date: (order) => dayText(order.delivery_date),
  customer: (order) => order.customer_name,
  phone: (order) => order.customer_phone,
  email: (order) => order.customer_email,
  address: (order) => (
    <span className={style.address}>
      <span>{order.address.line1}</span>
      <LocationWarning place={order} className={style.unplaced} />
    </span>
  ),
  window: (order) => windowOf(order) ?? words.common.anyTime,
  goods: (order) =>
    [
      words.common.temperature[order.temperature_class],
      order.load_weight_lbs === null ? null : pounds(order.load_weight_lbs),
    ]
      .filter(Boolean)
      .join(', '),
  notes: (order) => order.instructions,
  status: (order) => <Badge {...MARKS[order.status]}>{orderStatusWords(order)}</Badge>,
  route: (order) => order.route?.name ?? '–',
}

const MARKS = {
  OPEN: { icon: 'open' },
  SCHEDULED: { icon: 'planned' },
  DELIVERED: { icon: 'check', tone: 'good' },
  FAILED: { icon: 'cross', tone: 'bad' },
  CANCELLED: { icon: 'ended' },
} as const satisfies Record<OrderStatus, object>

/** Columns that the server can sort by. */
const SORTS: Partial<Record<ExportColumn | 'reference', OrderSort>> = {
  reference: 'reference',
  date: 'date',
  customer: 'customer',
  address: 'address',
  window: 'window',
  status: 'status',
  route: 'route',
}

const columnsOf = (shown: readonly ExportColumn[]) => [
  column.display({ id: 'reference' }),
  ...shown.map((id) => column.display({ id, cell: ({ row }) => CELLS[id](row.original) })),
]

export interface Sorting {
  sort: OrderSort
  direction: 'asc' | 'desc'
}

interface Props {
  rows: OrderRow[]
  columns: readonly ExportColumn[]
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
  onOpen: (orderId: string) => void
  hasMore: boolean
  onMore: () => void
}

export function OrdersTable({
  rows,
  columns: shown,
  sorting,
  onSort,
  chosen,
  onChosen,
  onOpen,
  hasMore,
  onMore,
}: Props) {
  const columns = useMemo(() => columnsOf(shown), [shown])
  const scroll = useRef<HTMLDivElement>(null)
  const rowSelection = Object.fromEntries([...chosen].map((id) => [id, true] as const))
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (order) => order.order_uuid,
    state: { rowSelection },
    onRowSelectionChange: (change) => {
      const next = typeof change === 'function' ? change(rowSelection) : change
      onChosen(new Set(Object.keys(next).filter((id) => next[id])))
    },
  })
  const all = table.getRowModel().rows
  const virtual = useVirtualizer({
    count: all.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  })
  const seen = virtual.getVirtualItems()
  const last = seen.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= all.length - AHEAD) onMore()
  }, [hasMore, last, all.length, onMore])
  const above = seen[0]?.start ?? 0
  const below = virtual.getTotalSize() - (seen.at(-1)?.end ?? 0)
  const [group] = table.getHeaderGroups()
  return (
    <div ref={scroll} className={style.scroll} role="region" aria-label={words.orders.title} tabIndex={0}>
      <table className={style.table} aria-rowcount={hasMore ? -1 : all.length + 1}>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={words.orders.chooseAll}
                checked={table.getIsAllRowsSelected()}
                onChange={table.getToggleAllRowsSelectedHandler()}
              />
            </th>
            {group?.headers.map((header) => (
              <Head key={header.id} column={header.id as ExportColumn | 'reference'} {...{ sorting, onSort }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 ? <tr aria-hidden="true" style={{ height: above }} /> : null}
          {seen.map(({ index }) => {
            const row = all[index]
            if (!row) return null
            return (
              <tr key={row.id} aria-rowindex={index + 2}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={words.orders.choose(row.original.external_ref)}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </td>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} data-column={cell.column.id}>
                    {cell.column.id === 'reference' ? (
                      <button type="button" className={style.open} onClick={() => onOpen(row.id)}>
                        {row.original.external_ref}
                      </button>
                    ) : (
                      <table.FlexRender cell={cell} />
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
          {below > 0 ? <tr aria-hidden="true" style={{ height: below }} /> : null}
        </tbody>
      </table>
    </div>
  )
}

/** A click sorts by the column, and another click reverses the order. Dates begin with the newest. */
function Head({
  column: id,
  sorting,
  onSort,
}: { column: ExportColumn | 'reference' } & Pick<Props, 'sorting' | 'onSort'>) {
  const sort = SORTS[id]
  if (!sort) return <th scope="col">{columnName(id)}</th>
  const current = sorting.sort === sort ? sorting.direction : null
  const first = sort === 'date' ? 'desc' : 'asc'
  const next = current === null ? first : current === 'asc' ? 'desc' : 'asc'
  return (
    <th scope="col" aria-sort={current === null ? 'none' : current === 'asc' ? 'ascending' : 'descending'}>
      <button type="button" className={style.sort} onClick={() => onSort({ sort, direction: next })}>
        {columnName(id)}
        {current ? <Icon name="chevron" className={current === 'asc' ? style.up : style.down} /> : null}
      </button>
    </th>
  )
}
