// The webhook endpoints: added, tested, paused, their secrets rotated, and removed.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointOut } from '../../../src/contract/webhooks.ts'
import { EVENT_NAMES } from '../../../src/domain/webhooks/event.ts'
import { call, unchecked } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { CheckList, Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { timeAndDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { Link } from '../link.tsx'
import { useSession } from '../session.tsx'
import type { Act, Secret } from './act.ts'

interface Props {
  act: Act
  onSecret: (secret: Secret) => void
}

export function Endpoints({ act, onSecret }: Props) {
  const endpoints = useQuery(read('GET /webhooks/subscriptions'))
  const [adding, setAdding] = useState(false)
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2>Webhook endpoints</h2>
        <Button onClick={() => setAdding(true)}>Add an endpoint</Button>
      </div>
      <QueryState query={endpoints} what="the endpoints">
        {(list) =>
          list.length === 0 ? (
            <p className={page.empty}>No endpoints yet. Add a URL to receive the outcome of every delivery.</p>
          ) : (
            <Table columns={['URL', 'Events', 'State', '(Actions)']}>
              {list.map((endpoint) => (
                <EndpointRow key={endpoint.endpoint_uuid} {...{ endpoint, act, onSecret }} />
              ))}
            </Table>
          )
        }
      </QueryState>
      {adding ? (
        <AddEndpoint
          onClose={() => setAdding(false)}
          onAdded={(secret) => {
            setAdding(false)
            onSecret({ title: 'Signing secret', lead: 'Copy it now. It is shown only once.', secret })
          }}
        />
      ) : null}
    </section>
  )
}

const AddEndpoint = ({ onClose, onAdded }: { onClose: () => void; onAdded: (secret: string) => void }) => (
  <FormDialog
    title="Add a webhook endpoint"
    action="Add the endpoint"
    onClose={onClose}
    save={(sent) =>
      call('POST /webhooks/subscriptions', {
        body: unchecked<'POST /webhooks/subscriptions'>({
          url: sent.text('url'),
          description: sent.orNull('description'),
          events: sent.all('events'),
        }),
      })
    }
    onSaved={({ secret }) => onAdded(secret)}
  >
    <Field label="URL" name="url" type="url" hint="https, reachable from this server" />
    <Field label="Description" name="description" />
    <CheckList label="Events (none means all)" name="events" options={EVENT_NAMES} />
  </FormDialog>
)

function EndpointRow({ endpoint, act, onSecret }: Props & { endpoint: EndpointOut }) {
  const zone = useSession().business.time_zone
  const { endpoint_uuid, url, active } = endpoint
  const of = { params: { endpoint_uuid } }
  const { ask, confirmation } = useConfirmation()
  const rotate = async (): Promise<void> => {
    const { secret } = await call('POST /webhooks/subscriptions/{endpoint_uuid}/rotate-secret', of)
    onSecret({
      title: 'New signing secret',
      lead: 'Copy it now. It is shown only once. The old secret also signs for 24 hours.',
      secret,
    })
  }
  const remove = (): void =>
    ask({
      title: 'Remove this endpoint?',
      text: `${url} gets no more events, and those still pending for it are abandoned. This can’t be undone.`,
      yes: 'Remove the endpoint',
      danger: true,
      onYes: () => void act(call('DELETE /webhooks/subscriptions/{endpoint_uuid}', of), 'The endpoint is removed.'),
    })
  return (
    <tr>
      <td>
        {url}
        <br />
        <span className={page.soft}>{endpoint.description}</span>
      </td>
      <td>{endpoint.events.length === 0 ? 'all' : endpoint.events.join(', ')}</td>
      <td>
        {!active ? (
          'paused'
        ) : endpoint.failing_since ? (
          <span className={page.bad}>failing since {timeAndDay(endpoint.failing_since, zone)}</span>
        ) : (
          'active'
        )}
      </td>
      <td>
        <div className={page.row}>
          <Link href={`/integrations/deliveries?endpoint=${endpoint_uuid}`}>Deliveries</Link>
          <Button
            onClick={() =>
              void act(
                call('POST /webhooks/subscriptions/{endpoint_uuid}/test', of),
                'The test event is being sent. See Deliveries for the result.',
              )
            }
          >
            Test
          </Button>
          <Button
            onClick={() =>
              void act(
                call('PATCH /webhooks/subscriptions/{endpoint_uuid}', { ...of, body: { active: !active } }),
                active ? 'Paused. Pending deliveries resume later.' : 'Active again. Pending deliveries are sent now.',
              )
            }
          >
            {active ? 'Pause' : 'Resume'}
          </Button>
          <Button onClick={() => void act(rotate(), 'The secret is rotated.')}>Rotate secret</Button>
          <Button kind="danger" onClick={remove}>
            Remove
          </Button>
          {confirmation}
        </div>
      </td>
    </tr>
  )
}
