// All orders. The server searches, filters and pages them, and the URL stores the view.
import { useCallback, useMemo, useState } from 'react'
import { urlOf } from '../../api/client.ts'
import { useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import page from '../../ui/page.module.css'
import { LoadError } from '../../ui/query-state.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { navigate, useLocation } from '../location.ts'
import { usePages } from '../log/paged.tsx'
import { useRoleReason, useSession } from '../session.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useColumns } from './columns.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { Filters } from './filters.tsx'
import { OrderDetail } from './order-detail.tsx'
import { OrderForm } from './order-form.tsx'
import { OrdersTable } from './orders-table.tsx'
import { exportQuery, filtersOf, queryOf, sortingOf, todayIn } from './view.ts'
import { emptyResultText, ViewsBar } from './views-bar.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export default function OrdersPage() {
  const { searchParams } = useLocation()
  const { business } = useSession()
  const role = useRoleReason('changeOrders')
  const again = useInvalidate()
  const opened = searchParams.get('order')
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const filters = filtersOf(searchParams)
  const query = queryOf(filters, todayIn(business.time_zone))
  const [columns, setColumns] = useColumns()
  const exported = exportQuery(query, columns)
  const sorting = sortingOf(filters)
  const orders = usePages('GET /orders', query, false)
  const { fetchNextPage, isFetchingNextPage } = orders
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  const show = (params: URLSearchParams) => navigate(`/orders?${params}`, { replace: true })
  const open = (orderId: string | null) => show(new URLSearchParams(orderId ? { ...filters, order: orderId } : filters))
  const changed = (done: string) => {
    setSaid(done)
    setChosen(new Set())
    void again('GET /orders', 'GET /orders/{order_uuid}')
  }
  const rows = useMemo(() => orders.data?.pages.flatMap((one) => one.orders) ?? [], [orders.data])
  const [first] = orders.data?.pages ?? []
  const found = words.common.ordersCounted(first?.count ?? 0)
  const count = first?.counted_all ? found : words.orders.orMore(found)
  const next = rows[rows.findIndex(({ order_uuid }) => order_uuid === opened) + 1]
  return (
    <Page
      wide
      fills
      title={words.orders.title}
      actions={
        <>
          <a href={urlOf('GET /orders.csv', { query: exported })} download>
            {words.orders.exportCsv}
          </a>
          <a href={urlOf('GET /orders.xlsx', { query: exported })} download>
            {words.orders.exportExcel}
          </a>
          <Link href="/orders/recurring">{words.orders.recurring}</Link>
          <Link href="/import">{words.orders.importFile}</Link>
          <Button kind="primary" reason={role} onClick={() => setAdding(true)}>
            {words.orders.addOrder}
          </Button>
        </>
      }
    >
      <ViewsBar filters={filters} onFilters={(view) => show(new URLSearchParams(view))} />
      <Filters
        key={JSON.stringify([filters.search ?? '', filters.route ?? ''])}
        view={new URLSearchParams(filters)}
        onView={show}
      />
      <p role="status" className={page.said}>
        {said}
      </p>
      {orders.isError ? <LoadError query={orders}>{words.orders.cannotShow(orders.error.message)}</LoadError> : null}
      {orders.isPending ? <p className={page.soft}>{words.orders.loading}</p> : null}
      {chosen.size > 0 ? <BulkBar chosen={chosen} onChanged={changed} /> : null}
      {orders.data && rows.length === 0 ? (
        <Empty>
          {Object.keys(query).length > 0 ? (
            emptyResultText(filters)
          ) : (
            <>
              <RichText text={words.orders.noOrders} parts={{ a: (inner) => <Link href="/import">{inner}</Link> }} />
            </>
          )}
        </Empty>
      ) : null}
      {rows.length > 0 ? (
        <>
          <div className={page.head}>
            <p className={page.soft}>
              {orders.isFetchingNextPage ? words.orders.loadingMore(count) : count}
              {first?.counted_all === false && 'sort' in filters ? ` · ${words.orders.newestSorted}` : null}
            </p>
            <ColumnsMenu {...{ columns }} onColumns={setColumns} />
          </div>
          <OrdersTable
            {...{ rows, columns, chosen }}
            sorting={sorting}
            onSort={(next) => show(new URLSearchParams({ ...filters, ...next }))}
            onChosen={setChosen}
            onOpen={open}
            hasMore={orders.hasNextPage}
            onMore={more}
          />
        </>
      ) : null}
      {adding ? (
        <OrderForm order={null} onClose={() => setAdding(false)} onSaved={() => changed(words.orders.isAdded)} />
      ) : null}
      {opened ? (
        <OrderDetail
          key={opened}
          orderId={opened}
          onClose={() => open(null)}
          onNext={next ? () => open(next.order_uuid) : null}
          onChanged={changed}
        />
      ) : null}
    </Page>
  )
}
