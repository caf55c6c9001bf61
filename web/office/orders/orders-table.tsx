// The table itself: as many rows as were read, as few drawn as are seen, and more read before its end is reached.
import { createColumnHelper, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { OrderRow } from '../../../src/contract/office/orders.ts'
import { dayText, pounds, windowOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { PlaceDoubt } from '../place-doubt.tsx'
import { orderStatusWords } from './order-words.ts'
import style from './orders.module.css'

const ROW_PX = 38
/** Rows left below what is seen when the next page is asked for. */
const AHEAD = 15

const features = tableFeatures({ rowSelectionFeature })
const column = createColumnHelper<typeof features, OrderRow>()

const columns = [
  column.display({ id: 'reference', header: () => words.common.reference }),
  column.display({
    id: 'date',
    header: () => words.common.date,
    cell: ({ row }) => dayText(row.original.delivery_date),
  }),
  column.display({
    id: 'customer',
    header: () => words.common.customer,
    cell: ({ row }) => row.original.customer_name,
  }),
  column.display({
    id: 'address',
    header: () => words.common.address,
    cell: ({ row: { original: order } }) => (
      <span className={style.address}>
        <span>{order.address.line1}</span>
        <PlaceDoubt place={order} className={style.unplaced} />
      </span>
    ),
  }),
  column.display({
    id: 'window',
    header: () => words.common.window,
    cell: ({ row }) => windowOf(row.original) ?? words.common.anyTime,
  }),
  column.display({
    id: 'goods',
    header: () => words.common.goods,
    cell: ({ row: { original: order } }) =>
      [
        words.common.temperature[order.temperature_class],
        order.load_weight_lbs === null ? null : pounds(order.load_weight_lbs),
      ]
        .filter(Boolean)
        .join(', '),
  }),
  column.display({
    id: 'status',
    header: () => words.common.status,
    cell: ({ row }) => orderStatusWords(row.original),
  }),
  column.display({ id: 'route', header: () => words.common.route, cell: ({ row }) => row.original.route?.name ?? '–' }),
]

interface Props {
  rows: OrderRow[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
  onOpen: (orderId: string) => void
  hasMore: boolean
  onMore: () => void
}

export function OrdersTable({ rows, chosen, onChosen, onOpen, hasMore, onMore }: Props) {
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
              <th key={header.id} scope="col">
                <table.FlexRender header={header} />
              </th>
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
                  <td key={cell.id}>
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
