// What an endpoint was sent, attempt by attempt; what failed can be sent again, one or all that are listed.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeliveryOut, EndpointOut } from '../../../src/contract/webhooks.ts'
import { ApiError, get, post } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { plural, timeAndDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { useSession } from '../session.tsx'

interface Page {
  deliveries: DeliveryOut[]
  next_cursor: string | null
}

export function DeliveriesDialog({ endpoint, onClose }: { endpoint: EndpointOut; onClose: () => void }) {
  const { business } = useSession()
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  const path = `/webhooks/subscriptions/${endpoint.endpoint_uuid}/deliveries`
  const key = ['integrations', 'deliveries', endpoint.endpoint_uuid]
  const { data, error, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) =>
      get<Page>(`${path}?limit=50${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ''}`),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: 5_000,
  })
  const list = data?.pages.flatMap(({ deliveries }) => deliveries) ?? []
  const failed = list.filter(({ status }) => status === 'FAILED' || status === 'RETRYING')
  const replay = async (which: readonly DeliveryOut[]): Promise<void> => {
    const refusals: string[] = []
    for (const { delivery_id } of which)
      await post(`${path}/${delivery_id}/replay`).catch((cause: unknown) => {
        refusals.push(cause instanceof ApiError ? cause.message : 'One could not be sent.')
      })
    setSaid(refusals[0] ?? `${plural(which.length, 'delivery', 'deliveries')} to be sent again now.`)
    await client.invalidateQueries({ queryKey: key })
  }
  return (
    <Dialog title="Deliveries" onClose={onClose}>
      <p className={page.soft}>{endpoint.url}</p>
      <p role="status">{error ? error.message : said}</p>
      {isPending ? <p>Loading …</p> : null}
      {data && list.length === 0 ? <p className={page.empty}>Nothing was owed to it yet. Send a test event.</p> : null}
      {list.length > 0 ? (
        <table className={page.table}>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">State</th>
              <th scope="col">Last attempt</th>
              <th scope="col">
                <span className="visually-hidden">Send again</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.map((delivery) => (
              <tr key={delivery.delivery_id}>
                <td>
                  {delivery.event}
                  <br />
                  <span className={page.soft}>{delivery.external_ref}</span>
                </td>
                <td>
                  {delivery.status.toLowerCase()}
                  {delivery.next_attempt_at ? (
                    <span className={page.soft}> next {timeAndDay(delivery.next_attempt_at, business.time_zone)}</span>
                  ) : null}
                </td>
                <td>{lastAttempt(delivery, business.time_zone)}</td>
                <td>
                  <Button
                    kind="quiet"
                    aria-label={`Send again: ${delivery.event}`}
                    onClick={() => void replay([delivery])}
                  >
                    Send again
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <DialogActions>
        {hasNextPage ? <Button onClick={() => void fetchNextPage()}>Show more</Button> : null}
        <Button reason={failed.length === 0 ? 'None of these failed.' : null} onClick={() => void replay(failed)}>
          Send all failed again
        </Button>
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function lastAttempt({ attempts }: DeliveryOut, timeZone: string): string {
  const last = attempts.at(-1)
  if (!last) return 'none yet'
  return `${last.status_code ?? last.error ?? ''}, ${last.duration_ms} ms, ${timeAndDay(last.at, timeZone)} (${plural(attempts.length, 'attempt')})`
}
