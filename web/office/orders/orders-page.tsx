// All orders. The server searches, filters and pages them, and the URL stores the view.
import { useCallback, useMemo, useState } from 'react'
import type { OrderRow } from '../../../src/contract/office/orders.ts'
import { urlOf } from '../../api/client.ts'
import { useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import button from '../../ui/button.module.css'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
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
import { inSequence } from './in-sequence.ts'
import { OrderForm } from './order-form.tsx'
import { OrdersTable } from './orders-table.tsx'
import style from './orders.module.css'
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
  const { orders, rows, more } = useOrders(query)
  const show = (params: URLSearchParams) => navigate(`/orders?${params}`, { replace: true })
  const open = (orderId: string | null) => show(new URLSearchParams(orderId ? { ...filters, order: orderId } : filters))
  const changed = (done: string) => {
    setSaid(done)
    setChosen(new Set())
    void again('GET /orders', 'GET /orders/{order_uuid}')
  }
  if (opened) return <OpenedOrder orderId={opened} rows={rows} said={said} onOpen={open} onChanged={changed} />
  return (
    <Page
      fills
      title={words.orders.title}
      actions={<Actions exported={exported} reason={role} onAdd={() => setAdding(true)} />}
    >
      <ViewsBar filters={filters} onFilters={(view) => show(new URLSearchParams(view))} />
      <Filters
        key={JSON.stringify([filters.search ?? '', filters.route ?? ''])}
        view={new URLSearchParams(filters)}
        onView={show}
      >
        <ColumnsMenu {...{ columns }} onColumns={setColumns} />
      </Filters>
      {orders.isError ? <LoadError query={orders}>{words.orders.cannotShow(orders.error.message)}</LoadError> : null}
      {rows.length === 0 ? (
        <InsteadOfRows orders={orders} filters={filters} isFiltered={Object.keys(query).length > 0} />
      ) : null}
      {rows.length > 0 ? (
        <OrdersTable
          {...{ rows, columns, chosen }}
          sorting={sorting}
          onSort={(next) => show(new URLSearchParams({ ...filters, ...next }))}
          onChosen={setChosen}
          onOpen={open}
          hasMore={orders.hasNextPage}
          onMore={more}
        />
      ) : null}
      {chosen.size > 0 ? <BulkBar chosen={chosen} onChanged={changed} onClose={() => setChosen(new Set())} /> : null}
      <footer className={style.foot}>
        {rows.length > 0 ? <Count orders={orders} isSorted={'sort' in filters} /> : null}
        <p role="status">{said}</p>
      </footer>
      {adding ? (
        <OrderForm
          order={null}
          onClose={() => setAdding(false)}
          onSaved={(warning) => changed(inSequence(words.orders.isAdded, warning))}
        />
      ) : null}
    </Page>
  )
}

interface OpenedProps {
  orderId: string
  rows: readonly OrderRow[]
  said: string
  onOpen: (orderId: string | null) => void
  onChanged: (done: string) => void
}

function OpenedOrder({ rows, onOpen, ...props }: OpenedProps) {
  const at = rows.findIndex(({ order_uuid }) => order_uuid === props.orderId)
  const go = (order: OrderRow | undefined) => (order ? () => onOpen(order.order_uuid) : null)
  return (
    <OrderDetail
      key={props.orderId}
      {...props}
      onClose={() => onOpen(null)}
      onPrevious={go(rows[at - 1])}
      onNext={go(rows[at + 1])}
    />
  )
}

function useOrders(query: Record<string, string>) {
  const orders = usePages('GET /orders', query, false)
  const { fetchNextPage, isFetchingNextPage } = orders
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  const rows = useMemo(() => orders.data?.pages.flatMap((one) => one.orders) ?? [], [orders.data])
  return { orders, rows, more }
}

type Orders = ReturnType<typeof useOrders>['orders']

/** Number of orders of the view. The server counts and sorts only a part of many orders. */
function Count({ orders, isSorted }: { orders: Orders; isSorted: boolean }) {
  const [first] = orders.data?.pages ?? []
  const found = words.common.ordersCounted(first?.count ?? 0)
  const count = first?.counted_all ? found : words.orders.orMore(found)
  return (
    <p>
      {orders.isFetchingNextPage ? words.orders.loadingMore(count) : count}
      {first?.counted_all === false && isSorted ? ` · ${words.orders.newestSorted}` : null}
    </p>
  )
}

interface ActionsProps {
  /** Query of the exports. */
  exported: Record<string, string>
  /** Why no order can be added. */
  reason: string | null
  onAdd: () => void
}

const Actions = ({ exported, reason, onAdd }: ActionsProps) => (
  <>
    <MenuButton
      label={words.orders.more}
      icon={<Icon name="more" />}
      onAction={(key) => {
        if (key === 'recurring') navigate('/orders/recurring')
      }}
    >
      <MenuChoice id="csv" name={words.orders.exportCsv} href={urlOf('GET /orders.csv', { query: exported })} />
      <MenuChoice id="excel" name={words.orders.exportExcel} href={urlOf('GET /orders.xlsx', { query: exported })} />
      <MenuChoice id="recurring" name={words.orders.recurring} />
    </MenuButton>
    <Link className={button.button} href="/import">
      {words.orders.importFile}
    </Link>
    <Button kind="primary" reason={reason} onClick={onAdd}>
      <Icon name="plus" />
      {words.orders.addOrder}
    </Button>
  </>
)

interface InsteadProps {
  orders: Orders
  filters: Record<string, string>
  isFiltered: boolean
}

function InsteadOfRows({ orders, ...view }: InsteadProps) {
  if (orders.isPending) return <p className={style.inset}>{words.orders.loading}</p>
  if (!orders.data) return null
  return (
    <div className={style.inset}>
      <NoOrders {...view} />
    </div>
  )
}

const NoOrders = ({ filters, isFiltered }: Omit<InsteadProps, 'orders'>) => (
  <Empty>
    {isFiltered ? (
      emptyResultText(filters)
    ) : (
      <RichText text={words.orders.noOrders} parts={{ a: (inner) => <Link href="/import">{inner}</Link> }} />
    )}
  </Empty>
)
