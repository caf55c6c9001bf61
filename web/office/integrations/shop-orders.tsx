// The last orders of a shop with their results. Orders that failed can be taken again.
import { useState } from 'react'
import { type ConnectorOut, type PayloadOut } from '../../../src/contract/office/connectors.ts'
import { PAYLOAD_STATUSES, type PayloadStatus } from '../../../src/domain/connectors/connector.ts'
import { call } from '../../api/client.ts'
import { useInvalidate } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { timeToSecond } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { Filters, SelectFilter } from '../log/filters.tsx'
import log from '../log/log.module.css'
import { Paged, usePages } from '../log/paged.tsx'
import { useSession } from '../session.tsx'
import type { RunAction } from './act.ts'
import { orderName, REFRESH_MS } from './shop-mapping.tsx'

/** Maximum orders in one request. */
const MAX_RETRIED = 50

interface Props {
  connector: ConnectorOut
  act: RunAction
}

export function ShopOrders({ connector: { connector_uuid }, act }: Props) {
  const again = useInvalidate()
  const [status, setStatus] = useState('')
  const [shown, setShown] = useState<PayloadOut | null>(null)
  const pages = usePages('GET /connector-payloads', { connector_uuid, ...(status && { status }) }, REFRESH_MS)
  const failed = pages.data?.pages.flatMap(({ payloads }) => payloads.filter((one) => one.status === 'FAILED')) ?? []
  const retry = async (payloads: readonly PayloadOut[]): Promise<void> => {
    const payload_uuids = payloads.slice(0, MAX_RETRIED).map(({ payload_uuid }) => payload_uuid)
    const asked = { params: { connector_uuid }, body: { payload_uuids } }
    await act(call('POST /connectors/{connector_uuid}/payloads/retry', asked), ({ taken, remaining }) =>
      words.shops.retried(taken, remaining),
    )
    await again('GET /connector-payloads')
  }
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2>{words.shops.orders}</h2>
        {failed.length > 1 ? (
          <Button onClick={() => void retry(failed)}>
            {words.shops.tryAllAgain(Math.min(failed.length, MAX_RETRIED))}
          </Button>
        ) : null}
      </div>
      <Filters>
        <SelectFilter
          label={words.shops.result}
          value={status}
          onChange={(event) => setStatus(event.target.value)}
          none={words.common.any}
          options={PAYLOAD_STATUSES.map((one) => [one, words.shops.results[one]])}
        />
      </Filters>
      <Paged
        pages={pages}
        what={words.shops.theOrders}
        rowsOf={({ payloads }) => payloads}
        empty={<p>{status ? words.shops.noMatch : words.shops.noOrders}</p>}
      >
        {(rows) => <Orders rows={rows} onShow={setShown} onRetry={(one) => void retry([one])} />}
      </Paged>
      {shown ? (
        <Dialog title={words.shops.orderOf(orderName(shown))} wide onClose={() => setShown(null)}>
          <pre className={log.block} aria-label={words.shops.orderOf(orderName(shown))} tabIndex={0}>
            {JSON.stringify(shown.body, null, 2)}
          </pre>
          <DialogActions>
            <Button kind="primary" onClick={() => setShown(null)}>
              {words.common.close}
            </Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </section>
  )
}

interface OrdersProps {
  rows: readonly PayloadOut[]
  onShow: (payload: PayloadOut) => void
  onRetry: (payload: PayloadOut) => void
}

function Orders({ rows, onShow, onRetry }: OrdersProps) {
  const { business } = useSession()
  const columns = [
    words.shops.received,
    words.shops.reference,
    words.shops.result,
    words.shops.reason,
    words.shops.actions,
  ]
  return (
    <Table scrolls label={words.shops.orders} columns={columns}>
      {rows.map((payload) => {
        const { payload_uuid, received_at, order_uuid, status, reason, body } = payload
        const name = orderName(payload)
        return (
          <tr key={payload_uuid}>
            <td>
              <time dateTime={received_at}>{timeToSecond(received_at, business.time_zone)}</time>
            </td>
            <td>{order_uuid ? <Link href={`/orders?order=${order_uuid}`}>{name}</Link> : name}</td>
            <td>
              <Result status={status} />
            </td>
            <td>{reason ?? '–'}</td>
            <td>
              {body ? (
                <div className={page.row}>
                  <Button small kind="quiet" aria-label={words.shops.showOrderOf(name)} onClick={() => onShow(payload)}>
                    {words.shops.showOrder}
                  </Button>
                  {status === 'TAKEN' ? null : (
                    <Button small aria-label={words.shops.tryAgainOf(name)} onClick={() => onRetry(payload)}>
                      {words.common.tryAgain}
                    </Button>
                  )}
                </div>
              ) : null}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

const RESULTS = {
  TAKEN: { icon: 'check', tone: 'good' },
  SKIPPED: { icon: 'skip', tone: 'calm' },
  FAILED: { icon: 'cross', tone: 'bad' },
} as const satisfies Record<PayloadStatus, object>

const Result = ({ status }: { status: PayloadStatus }) => (
  <Badge {...RESULTS[status]}>{words.shops.results[status]}</Badge>
)
