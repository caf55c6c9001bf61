// Table of the loaded orders. Renders only visible rows, and loads the next page before the end is reached.
import type { OrderStatus } from '../../../src/domain/orders/order.ts'
import { Badge } from '../../ui/badge.tsx'
import { createColumnHelper, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ChangeEventHandler, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { ExportColumn, OrderRow } from '../../../src/contract/office/orders.ts'
import type { OrderSort } from '../../../src/domain/orders/table-sort.ts'
import { dayText, pounds, windowOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { LocationWarning } from '../location-warning.tsx'
import { columnName, orderStatusWords } from './order-words.ts'
import style from './orders.module.css'

const ROW_PX = 48
/** The next page is requested when this many loaded rows are left below the visible ones. */
const AHEAD = 15

const features = tableFeatures({ rowSelectionFeature })
const column = createColumnHelper<typeof features, OrderRow>()

const CELLS: Record<ExportColumn, (order: OrderRow) => ReactNode> = {
  date: (order) => dayText(order.delivery_date),
  customer: (order) => order.customer_name,
  phone: (order) => order.customer_phone,
  email: (order) => order.customer_email,
  address: (order) => <Address order={order} />,
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

const Address = ({ order }: { order: OrderRow }) => (
  <span className={style.address}>
    <span>{order.address.line1}</span>
    <LocationWarning place={order} className={style.unplaced} />
  </span>
)

/** Address and customer in one column, so that the table fits on small screens. */
const DeliverTo = ({ order }: { order: OrderRow }) => (
  <div className={style.two}>
    <Address order={order} />
    <span>{order.customer_name}</span>
  </div>
)

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

type ColumnId = ExportColumn | 'reference' | 'deliverTo'

const columnsOf = (shown: readonly ExportColumn[]) => [
  column.display({ id: 'reference' }),
  ...mergedIds(shown).map((id) =>
    column.display({
      id,
      cell: ({ row }) => (id === 'deliverTo' ? <DeliverTo order={row.original} /> : CELLS[id](row.original)),
    }),
  ),
]

/** Merges the columns of the address and of the customer if both are shown. */
function mergedIds(shown: readonly ExportColumn[]): Exclude<ColumnId, 'reference'>[] {
  if (!shown.includes('address') || !shown.includes('customer')) return [...shown]
  return shown.filter((id) => id !== 'customer').map((id) => (id === 'address' ? 'deliverTo' : id))
}

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
  const table = useSelectableTable(rows, columns, chosen, onChosen)
  const all = table.getRowModel().rows
  const { seen, above, below } = useVisibleRows(scroll, all.length)
  const last = seen.at(-1) ?? 0
  useEffect(() => {
    if (hasMore && last >= all.length - AHEAD) onMore()
  }, [hasMore, last, all.length, onMore])
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
              <Head key={header.id} column={header.id as ColumnId} {...{ sorting, onSort }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 ? <tr aria-hidden="true" style={{ height: above }} /> : null}
          {seen.map((index) => {
            const row = all[index]
            return row ? (
              <Row
                key={row.id}
                order={row.original}
                index={index}
                isChosen={row.getIsSelected()}
                onChoose={row.getToggleSelectedHandler()}
                onOpen={onOpen}
              >
                {row.getAllCells().map((cell) =>
                  cell.column.id === 'reference' ? null : (
                    <td key={cell.id} data-column={cell.column.id}>
                      <table.FlexRender cell={cell} />
                    </td>
                  ),
                )}
              </Row>
            ) : null
          })}
          {below > 0 ? <tr aria-hidden="true" style={{ height: below }} /> : null}
        </tbody>
      </table>
    </div>
  )
}

function useSelectableTable(
  rows: OrderRow[],
  columns: ReturnType<typeof columnsOf>,
  chosen: Props['chosen'],
  onChosen: Props['onChosen'],
) {
  const rowSelection = Object.fromEntries([...chosen].map((id) => [id, true] as const))
  return useTable({
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
}

/** Returns the indices of the visible rows, and the height of the rows above and below them in pixels. */
function useVisibleRows(scroll: RefObject<HTMLDivElement | null>, count: number) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  return {
    seen: items.map(({ index }) => index),
    above: items[0]?.start ?? 0,
    below: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
  }
}

interface RowProps {
  order: OrderRow
  index: number
  isChosen: boolean
  onChoose: ChangeEventHandler<HTMLInputElement>
  onOpen: (orderId: string) => void
  /** Cells after the reference. */
  children: ReactNode
}

const Row = ({ order, index, isChosen, onChoose, onOpen, children }: RowProps) => (
  <tr aria-rowindex={index + 2} className={isChosen ? style.chosen : undefined}>
    <td>
      <input
        type="checkbox"
        aria-label={words.orders.choose(order.external_ref)}
        checked={isChosen}
        onChange={onChoose}
      />
    </td>
    <td data-column="reference">
      <button type="button" className={style.open} onClick={() => onOpen(order.order_uuid)}>
        {order.external_ref}
      </button>
    </td>
    {children}
  </tr>
)

interface HeadProps {
  column: ColumnId
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

/** A click sorts by the column, and another click reverses the order. Dates begin with the newest. */
function Head({ column: id, ...sorted }: HeadProps) {
  const ids = id === 'deliverTo' ? (['address', 'customer'] as const) : [id]
  const current = ids.some((one) => SORTS[one] === sorted.sorting.sort) ? sorted.sorting.direction : null
  if (!ids.some((one) => SORTS[one])) return <th scope="col">{ids.map(columnName)}</th>
  return (
    <th scope="col" aria-sort={current === null ? 'none' : current === 'asc' ? 'ascending' : 'descending'}>
      {ids.map((one) => (
        <SortButton key={one} column={one} {...sorted} />
      ))}
    </th>
  )
}

function SortButton({ column: id, sorting, onSort }: HeadProps & { column: ExportColumn | 'reference' }) {
  const sort = SORTS[id]
  if (!sort) return null
  const current = sorting.sort === sort ? sorting.direction : null
  const first = sort === 'date' ? 'desc' : 'asc'
  const next = current === null ? first : current === 'asc' ? 'desc' : 'asc'
  return (
    <button type="button" className={style.sort} onClick={() => onSort({ sort, direction: next })}>
      {columnName(id)}
      {current ? <Icon name="chevron" className={current === 'asc' ? style.up : style.down} /> : null}
    </button>
  )
}
