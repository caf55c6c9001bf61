// API keys and webhook endpoints; what endpoints were sent and who called have parts of their own.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointOut } from '../../../src/contract/webhooks.ts'
import { EVENT_NAMES } from '../../../src/domain/webhooks/event.ts'
import { ApiError, call, unchecked } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { timeAndDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { RecordDialog, SecretDialog } from '../../ui/record-dialog.tsx'
import { useSession } from '../session.tsx'
import { Link } from '../link.tsx'
import { DeliveriesPage } from './deliveries-page.tsx'
import { RequestsPage } from './requests-page.tsx'
import { IntegrationsFrame } from './tabs.tsx'

type Open = { kind: 'key' } | { kind: 'endpoint' } | { kind: 'secret'; title: string; lead: string; secret: string }

/** `part` is what follows /integrations in the path. */
export const IntegrationsPage = ({ part }: { part: string }) => (
  <IntegrationsFrame>
    {part === '/deliveries' ? <DeliveriesPage /> : part === '/requests' ? <RequestsPage /> : <KeysAndEndpoints />}
  </IntegrationsFrame>
)

function KeysAndEndpoints() {
  const client = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const [said, setSaid] = useState('')
  const close = () => setOpen(null)
  const refresh = () => client.invalidateQueries({ queryKey: ['integrations'] })
  const act = async (work: Promise<unknown>, done: string): Promise<void> => {
    try {
      await work
      setSaid(done)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setSaid(error.message)
    }
    await refresh()
  }
  return (
    <>
      <p role="status" className={page.said}>
        {said}
      </p>
      <Keys onAdd={() => setOpen({ kind: 'key' })} act={act} />
      <Endpoints
        act={act}
        onAdd={() => setOpen({ kind: 'endpoint' })}
        onSecret={(secret) =>
          setOpen({
            kind: 'secret',
            title: 'New signing secret',
            lead: 'Shown this once. For 24 hours the old one signs along.',
            secret,
          })
        }
      />
      {open?.kind === 'key' ? (
        <RecordDialog
          title="Make an API key"
          action="Make the key"
          fields={['name']}
          onClose={close}
          save={({ name }) => call('POST /keys', { body: { name: name ?? '' } })}
          onSaved={({ api_key: secret }) => {
            setOpen({ kind: 'secret', title: 'Your API key', lead: 'Copy it now: it is shown this once.', secret })
            void refresh()
          }}
        >
          {(faultOf) => <Field label="Name" name="name" hint="What will use it" fault={faultOf('name')} />}
        </RecordDialog>
      ) : null}
      {open?.kind === 'endpoint' ? (
        <RecordDialog
          title="Add a webhook endpoint"
          action="Add the endpoint"
          fields={['url', 'description', 'events']}
          onClose={close}
          save={({ url, description }, form) => {
            const events = new FormData(form).getAll('event')
            return call('POST /webhooks/subscriptions', {
              body: unchecked<'POST /webhooks/subscriptions'>({ url, description: description || null, events }),
            })
          }}
          onSaved={({ secret }) => {
            setOpen({ kind: 'secret', title: 'Signing secret', lead: 'Copy it now: it is shown this once.', secret })
            void refresh()
          }}
        >
          {(faultOf) => (
            <>
              <Field label="URL" name="url" type="url" hint="https, reachable from here" fault={faultOf('url')} />
              <Field label="Description" name="description" fault={faultOf('description')} />
              <fieldset className={page.checks}>
                <legend>Events (none means all)</legend>
                {EVENT_NAMES.map((name) => (
                  <label key={name} className={page.check}>
                    <input type="checkbox" name="event" value={name} />
                    {name}
                  </label>
                ))}
              </fieldset>
            </>
          )}
        </RecordDialog>
      ) : null}
      {open?.kind === 'secret' ? <SecretDialog {...open} onClose={close} /> : null}
    </>
  )
}

type Act = (work: Promise<unknown>, done: string) => Promise<void>

function Keys({ onAdd, act }: { onAdd: () => void; act: Act }) {
  const { business } = useSession()
  const keys = useQuery({ queryKey: ['integrations', 'keys'], queryFn: () => call('GET /keys') })
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2>API keys</h2>
        <Button onClick={onAdd}>Make a key</Button>
      </div>
      <QueryState query={keys} what="the keys">
        {(list) =>
          list.length === 0 ? (
            <p className={page.empty}>
              No key yet: your shop or order system sends deliveries with one. The <a href="/docs">API reference</a>{' '}
              says how.
            </p>
          ) : (
            <table className={page.table}>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Begins with</th>
                  <th scope="col">Made</th>
                  <th scope="col">Last used</th>
                  <th scope="col">
                    <span className="visually-hidden">Revoke</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.map((key) => (
                  <tr key={key.key_uuid}>
                    <td>{key.name}</td>
                    <td>
                      <code>{key.prefix}…</code>
                    </td>
                    <td>{timeAndDay(key.created_at, business.time_zone)}</td>
                    <td>
                      {key.last_used_at ? (
                        <Link href={`/integrations/requests?key=${key.key_uuid}`}>
                          {timeAndDay(key.last_used_at, business.time_zone)}
                        </Link>
                      ) : (
                        'never'
                      )}
                    </td>
                    <td>
                      {key.revoked_at ? (
                        <span className={page.soft}>revoked {timeAndDay(key.revoked_at, business.time_zone)}</span>
                      ) : (
                        <Button
                          kind="danger"
                          aria-label={`Revoke ${key.name}`}
                          onClick={() => {
                            if (window.confirm(`Revoke ${key.name}? Whatever uses it is refused from now on.`))
                              void act(
                                call('POST /keys/{key_uuid}/revoke', { params: { key_uuid: key.key_uuid } }),
                                `${key.name} is revoked.`,
                              )
                          }}
                        >
                          Revoke
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </QueryState>
    </section>
  )
}

interface EndpointsProps {
  act: Act
  onAdd: () => void
  onSecret: (secret: string) => void
}

function Endpoints({ act, onAdd, onSecret }: EndpointsProps) {
  const { business } = useSession()
  const endpoints = useQuery({
    queryKey: ['integrations', 'endpoints'],
    queryFn: () => call('GET /webhooks/subscriptions'),
  })
  const at = ({ endpoint_uuid }: EndpointOut) => ({ params: { endpoint_uuid } })
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2>Webhook endpoints</h2>
        <Button onClick={onAdd}>Add an endpoint</Button>
      </div>
      <QueryState query={endpoints} what="the endpoints">
        {(list) =>
          list.length === 0 ? (
            <p className={page.empty}>No endpoint yet: add the URL that is to hear of every delivery’s outcome.</p>
          ) : (
            <table className={page.table}>
              <thead>
                <tr>
                  <th scope="col">URL</th>
                  <th scope="col">Events</th>
                  <th scope="col">State</th>
                  <th scope="col">
                    <span className="visually-hidden">What can be done</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.map((endpoint) => (
                  <tr key={endpoint.endpoint_uuid}>
                    <td>
                      {endpoint.url}
                      <br />
                      <span className={page.soft}>{endpoint.description}</span>
                    </td>
                    <td>{endpoint.events.length === 0 ? 'all' : endpoint.events.join(', ')}</td>
                    <td>
                      {!endpoint.active ? (
                        'paused'
                      ) : endpoint.failing_since ? (
                        <span className={page.bad}>
                          failing since {timeAndDay(endpoint.failing_since, business.time_zone)}
                        </span>
                      ) : (
                        'active'
                      )}
                    </td>
                    <td>
                      <div className={page.row}>
                        <Link href={`/integrations/deliveries?endpoint=${endpoint.endpoint_uuid}`}>Deliveries</Link>
                        <Button
                          onClick={() =>
                            void act(
                              call('POST /webhooks/subscriptions/{endpoint_uuid}/test', at(endpoint)),
                              'A test event is on its way; see its deliveries.',
                            )
                          }
                        >
                          Test
                        </Button>
                        <Button
                          onClick={() =>
                            void act(
                              call('PATCH /webhooks/subscriptions/{endpoint_uuid}', {
                                ...at(endpoint),
                                body: { active: !endpoint.active },
                              }),
                              endpoint.active
                                ? 'Paused. Deliveries wait until it is resumed.'
                                : 'Active again. Waiting deliveries are sent now.',
                            )
                          }
                        >
                          {endpoint.active ? 'Pause' : 'Resume'}
                        </Button>
                        <Button
                          onClick={() =>
                            void act(
                              call('POST /webhooks/subscriptions/{endpoint_uuid}/rotate-secret', at(endpoint)).then(
                                ({ secret }) => onSecret(secret),
                              ),
                              'The secret is rotated.',
                            )
                          }
                        >
                          Rotate secret
                        </Button>
                        <Button
                          kind="danger"
                          onClick={() => {
                            if (window.confirm(`Remove ${endpoint.url}? Deliveries that wait for it are abandoned.`))
                              void act(
                                call('DELETE /webhooks/subscriptions/{endpoint_uuid}', at(endpoint)),
                                'The endpoint is removed.',
                              )
                          }}
                        >
                          Remove
                        </Button>
                      </div>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </QueryState>
    </section>
  )
}
