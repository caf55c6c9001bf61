// What every webhook endpoint was sent: found by state, endpoint, event, order and day; sent again one, many or all owed.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeliveryLogOut, LoggedDeliveryOut } from '../../../src/contract/office/integrations.ts'
import type { EndpointOut } from '../../../src/contract/webhooks.ts'
import { EVENT_NAMES } from '../../../src/domain/webhooks/event.ts'
import { DELIVERY_STATUSES } from '../../../src/domain/webhooks/webhook.ts'
import { ApiError, get, post } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { instantIn, plural, timeToSecond } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { RecordDialog } from '../../ui/record-dialog.tsx'
import log from '../log/log.module.css'
import { Paged, usePages } from '../log/paged.tsx'
import { TypedField } from '../log/typed-field.tsx'
import { useView } from '../log/view.ts'
import { useSession } from '../session.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { DeliveryState, STATES } from './delivery-state.tsx'

const KEY = ['integrations', 'delivery log']
const REFRESH_MS = 5_000
/** As many as one request may name. */
const MOST_CHOSEN = 500

export function DeliveriesPage() {
  const client = useQueryClient()
  const { params, query, change, clear, bound, boundDay } = useView()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<string | null>(null)
  const [sendsOwed, setSendsOwed] = useState(false)
  const [said, setSaid] = useState('')
  const endpoints = useQuery({
    queryKey: ['integrations', 'endpoints'],
    queryFn: () => get<EndpointOut[]>('/webhooks/subscriptions'),
  })
  const pages = usePages<DeliveryLogOut>(KEY, '/webhook-deliveries', query, REFRESH_MS)
  const sentAgain = async (count: number): Promise<void> => {
    setSaid(
      count === 0
        ? 'Nothing was to be sent again.'
        : `${plural(count, 'delivery', 'deliveries')} to be sent again now.`,
    )
    setChosen(new Set())
    await client.invalidateQueries({ queryKey: ['integrations'] })
  }
  const replay = async (ids: readonly string[]): Promise<void> => {
    try {
      const { deliveries } = await post<{ deliveries: number }>('/webhook-deliveries/replay', { delivery_ids: ids })
      await sentAgain(deliveries)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setSaid(error.message)
    }
  }
  return (
    <>
      <search className={log.filters}>
        <SelectField label="State" {...bound('status')}>
          <option value="">Any</option>
          {DELIVERY_STATUSES.map((status) => (
            <option key={status} value={status}>
              {STATES[status].words}
            </option>
          ))}
        </SelectField>
        <SelectField label="Endpoint" {...bound('endpoint')}>
          <option value="">Any</option>
          {endpoints.data?.map(({ endpoint_uuid, url }) => (
            <option key={endpoint_uuid} value={endpoint_uuid}>
              {url}
            </option>
          ))}
        </SelectField>
        <SelectField label="Event" {...bound('event')}>
          <option value="">Any</option>
          {[...EVENT_NAMES, 'endpoint.test'].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <TypedField
          label="Order reference"
          value={params.get('reference') ?? ''}
          onTyped={(reference) => change({ reference })}
        />
        <Field label="From" {...boundDay('from')} />
        <Field label="To" {...boundDay('to')} />
        <Button kind="quiet" onClick={clear}>
          Clear
        </Button>
      </search>
      <p role="status" className={page.said}>
        {said}
      </p>
      <div className={log.bar}>
        <Button
          reason={
            chosen.size === 0
              ? 'Choose deliveries first.'
              : chosen.size > MOST_CHOSEN
                ? `At most ${MOST_CHOSEN} at a time; or send everything owed since a time.`
                : null
          }
          onClick={() => void replay([...chosen])}
        >
          Send {chosen.size > 0 ? plural(chosen.size, 'delivery', 'deliveries') : 'chosen'} again
        </Button>
        <Button
          reason={endpoints.data?.length ? null : 'There is no endpoint to send to.'}
          onClick={() => setSendsOwed(true)}
        >
          Send everything owed …
        </Button>
      </div>
      <Paged
        pages={pages}
        what="deliveries"
        rowsOf={({ deliveries }) => deliveries}
        empty={
          query ? (
            <p>No delivery matches. Clear a filter to see more.</p>
          ) : (
            <p>Nothing was sent yet. Add an endpoint under “Keys and endpoints” and send it a test event.</p>
          )
        }
      >
        {(rows) => <Table rows={rows} chosen={chosen} onChosen={setChosen} onOpen={setOpened} onReplay={replay} />}
      </Paged>
      {opened ? (
        <DeliveryDetail deliveryId={opened} onClose={() => setOpened(null)} onReplay={() => replay([opened])} />
      ) : null}
      {sendsOwed ? (
        <OwedDialog
          endpoints={endpoints.data ?? []}
          chosen={params.get('endpoint') ?? ''}
          onClose={() => setSendsOwed(false)}
          onSent={(count) => {
            setSendsOwed(false)
            void sentAgain(count)
          }}
        />
      ) : null}
    </>
  )
}

interface TableProps {
  rows: readonly LoggedDeliveryOut[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
  onOpen: (deliveryId: string) => void
  onReplay: (ids: readonly string[]) => Promise<void>
}

function Table({ rows, chosen, onChosen, onOpen, onReplay }: TableProps) {
  const { business } = useSession()
  const time = (instant: string) => <time dateTime={instant}>{timeToSecond(instant, business.time_zone)}</time>
  return (
    <div className={log.scroll} role="region" aria-label="Webhook deliveries" tabIndex={0}>
      <table className={log.table}>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label="Choose all shown"
                checked={rows.every(({ delivery_id }) => chosen.has(delivery_id))}
                onChange={(event) =>
                  onChosen(new Set(event.target.checked ? rows.map(({ delivery_id }) => delivery_id) : []))
                }
              />
            </th>
            {['Event', 'Order', 'Endpoint', 'State', 'Last attempt', 'Next attempt', 'Owed since'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Send again</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((delivery) => (
            <tr key={delivery.delivery_id}>
              <td>
                <input
                  type="checkbox"
                  aria-label={`Choose ${nameOf(delivery)}`}
                  checked={chosen.has(delivery.delivery_id)}
                  onChange={(event) => {
                    const next = new Set(chosen)
                    if (event.target.checked) next.add(delivery.delivery_id)
                    else next.delete(delivery.delivery_id)
                    onChosen(next)
                  }}
                />
              </td>
              <td>
                <button type="button" className={log.open} onClick={() => onOpen(delivery.delivery_id)}>
                  {delivery.event}
                </button>
              </td>
              <td>{delivery.external_ref ?? '–'}</td>
              <td className={log.break}>
                {delivery.endpoint.url}
                {delivery.endpoint.removed ? <span className={log.soft}> (removed)</span> : null}
              </td>
              <td>
                <DeliveryState status={delivery.status} />
              </td>
              <td>
                {delivery.last_attempt ? (
                  <>
                    {answerWords(delivery.last_attempt)}, {delivery.last_attempt.duration_ms} ms
                    <br />
                    <span className={log.soft}>{plural(delivery.attempt_count, 'attempt')}</span>
                  </>
                ) : (
                  'none yet'
                )}
              </td>
              <td>{delivery.next_attempt_at ? time(delivery.next_attempt_at) : '–'}</td>
              <td>{time(delivery.created_at)}</td>
              <td>
                <Button
                  kind="quiet"
                  aria-label={`Send again: ${nameOf(delivery)}`}
                  reason={delivery.endpoint.removed ? 'Its endpoint was removed.' : null}
                  onClick={() => void onReplay([delivery.delivery_id])}
                >
                  Send again
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const nameOf = ({ event, external_ref }: LoggedDeliveryOut): string =>
  external_ref ? `${event} ${external_ref}` : event

/** What an endpoint answered, in words. */
export const answerWords = (attempt: { status_code: number | null; error: string | null }): string =>
  attempt.error ?? `answered ${attempt.status_code}`

interface OwedProps {
  endpoints: readonly EndpointOut[]
  chosen: string
  onClose: () => void
  onSent: (count: number) => void
}

function OwedDialog({ endpoints, chosen, onClose, onSent }: OwedProps) {
  const { business } = useSession()
  return (
    <RecordDialog
      title="Send everything owed"
      action="Send again now"
      fields={['since']}
      onClose={onClose}
      save={({ endpoint, since }) => {
        const instant = since ? instantIn(since, business.time_zone) : ''
        return post<{ deliveries: number }>(`/webhooks/subscriptions/${endpoint}/replay-owed`, { since: instant })
      }}
      onSaved={({ deliveries }) => onSent(deliveries)}
    >
      {(faultOf) => (
        <>
          <p>All that the endpoint was owed since this time and has not taken, under the same delivery ids.</p>
          <SelectField label="Endpoint" name="endpoint" defaultValue={chosen || endpoints[0]?.endpoint_uuid}>
            {endpoints.map(({ endpoint_uuid, url }) => (
              <option key={endpoint_uuid} value={endpoint_uuid}>
                {url}
              </option>
            ))}
          </SelectField>
          <Field
            label="Owed since"
            name="since"
            type="datetime-local"
            hint={`Time of ${business.time_zone}`}
            fault={faultOf('since')}
          />
        </>
      )}
    </RecordDialog>
  )
}
