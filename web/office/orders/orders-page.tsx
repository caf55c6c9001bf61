// Every order: searched, filtered and paged by the server; the address bar keeps the view.
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_COUNTED, type OrdersOut } from '../../../src/contract/office/orders.ts'
import type { OrderOut } from '../../../src/contract/orders.ts'
import { get } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { plural, windowOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { navigate, useLocation } from '../location.ts'
import { useRoleReason } from '../session.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { Filters } from './filters.tsx'
import { OrderDetail } from './order-detail.tsx'
import { OrderForm } from './order-form.tsx'
import style from './orders.module.css'

export function OrdersPage() {
  const { searchParams } = useLocation()
  const role = useRoleReason('DISPATCHER')
  const client = useQueryClient()
  const opened = searchParams.get('order')
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const view = new URLSearchParams(searchParams)
  view.delete('order')
  const query = view.toString()
  const orders = useInfiniteQuery({
    queryKey: ['orders', query],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ''
      return get<OrdersOut>(`/orders?${query}${cursor}`, signal)
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  })
  const show = (params: URLSearchParams) => navigate(`/orders?${params}`, { replace: true })
  const open = (orderId: string | null) => {
    const next = new URLSearchParams(view)
    if (orderId) next.set('order', orderId)
    show(next)
  }
  const changed = (words: string) => {
    setSaid(words)
    setChosen(new Set())
    void client.invalidateQueries({ queryKey: ['orders'] })
  }
  const rows = orders.data?.pages.flatMap((one) => one.orders) ?? []
  const count = orders.data?.pages[0]?.count ?? 0
  return (
    <div className={style.page}>
      <div className={page.head}>
        <h1>Orders</h1>
        <div className={style.tools}>
          <a href={`/office/api/orders.csv?${query}`} download>
            Export as CSV
          </a>
          <Button kind="primary" reason={role} onClick={() => setAdding(true)}>
            Add an order
          </Button>
        </div>
      </div>
      <Filters view={view} onView={show} />
      <p role="status" className={page.said}>
        {said}
      </p>
      {orders.isError ? (
        <div className={page.empty}>
          <p>The orders can’t be shown: {orders.error.message}</p>
          <Button onClick={() => void orders.refetch()}>Try again</Button>
        </div>
      ) : null}
      {orders.isPending ? <p className={page.soft}>Loading orders …</p> : null}
      {chosen.size > 0 ? <BulkBar chosen={chosen} onChanged={changed} /> : null}
      {orders.data && rows.length === 0 ? (
        <p className={page.empty}>
          {query
            ? 'No order matches. Search for less, or clear the filters.'
            : 'No orders yet: add one, or import a file.'}
        </p>
      ) : null}
      {rows.length > 0 ? (
        <>
          <p className={page.soft}>
            {count === MOST_COUNTED ? `${MOST_COUNTED.toLocaleString('en-US')} orders or more` : plural(count, 'order')}
          </p>
          <Table rows={rows} chosen={chosen} onChosen={setChosen} onOpen={open} />
          {orders.hasNextPage ? (
            <Button busy={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
              Show more
            </Button>
          ) : null}
        </>
      ) : null}
      {adding ? (
        <OrderForm order={null} onClose={() => setAdding(false)} onSaved={() => changed('The order is added.')} />
      ) : null}
      {opened ? <OrderDetail orderId={opened} onClose={() => open(null)} onChanged={changed} /> : null}
    </div>
  )
}

interface TableProps {
  rows: readonly OrderOut[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
  onOpen: (orderId: string) => void
}

const Table = ({ rows, chosen, onChosen, onOpen }: TableProps) => (
  <div className={style.scroll} role="region" aria-label="Orders" tabIndex={0}>
    <table className={page.table}>
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              aria-label="Choose all shown"
              checked={rows.every((order) => chosen.has(order.order_uuid))}
              onChange={(event) => onChosen(new Set(event.target.checked ? rows.map((order) => order.order_uuid) : []))}
            />
          </th>
          {['Reference', 'Date', 'Customer', 'Address', 'Window', 'Status', 'Route'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((order) => (
          <tr key={order.order_uuid}>
            <td>
              <input
                type="checkbox"
                aria-label={`Choose ${order.external_ref}`}
                checked={chosen.has(order.order_uuid)}
                onChange={(event) => {
                  const next = new Set(chosen)
                  if (event.target.checked) next.add(order.order_uuid)
                  else next.delete(order.order_uuid)
                  onChosen(next)
                }}
              />
            </td>
            <td>
              <button type="button" className={style.open} onClick={() => onOpen(order.order_uuid)}>
                {order.external_ref}
              </button>
            </td>
            <td>{order.delivery_date}</td>
            <td>{order.customer_name}</td>
            <td>
              {order.address.line1}
              {order.placement === 'PLACED' ? null : <span className={page.bad}> ? not placed exactly</span>}
            </td>
            <td>{windowOf(order.window_start, order.window_end) ?? 'any time'}</td>
            <td>{order.status.toLowerCase()}</td>
            <td>{order.route?.name ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
