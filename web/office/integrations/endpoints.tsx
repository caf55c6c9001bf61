// Adds, tests, pauses and removes webhook endpoints, and rotates their secrets.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedEndpointOut } from '../../../src/contract/office/integrations.ts'
import { CHOSEN_EVENTS, EVENT_NAMES } from '../../../src/domain/webhooks/event-names.ts'
import {
  DEFAULT_ETA_CHANGE_MINUTES,
  ETA_STEP_MINUTES,
  MAX_ETA_CHANGE_MINUTES,
} from '../../../src/domain/webhooks/eta-change.ts'
import { call, asUncheckedBody } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { CheckList, Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { timeAndDay } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { navigate } from '../location.ts'
import { useSession } from '../session.tsx'
import type { RunAction, Secret } from './act.ts'
import { CreatedBy } from './creator.tsx'
import { Empty } from '../../ui/empty.tsx'

interface Props {
  act: RunAction
  onSecret: (secret: Secret) => void
}

export function Endpoints({ act, onSecret }: Props) {
  const endpoints = useQuery(endpointQuery('GET /webhooks/subscriptions'))
  const [adding, setAdding] = useState(false)
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2>{words.integrations.endpoints}</h2>
        <Button kind="primary" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {words.integrations.addEndpoint}
        </Button>
      </div>
      <QueryState query={endpoints} what={words.integrations.theEndpoints}>
        {(list) =>
          list.length === 0 ? (
            <Empty>{words.integrations.noEndpoints}</Empty>
          ) : (
            <Table
              scrolls
              label={words.integrations.endpoints}
              columns={['URL', words.integrations.events, words.common.state, words.integrations.actions]}
            >
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
            onSecret({ title: words.integrations.secret, lead: words.integrations.copyNow, secret })
          }}
        />
      ) : null}
    </section>
  )
}

const AddEndpoint = ({ onClose, onAdded }: { onClose: () => void; onAdded: (secret: string) => void }) => (
  <FormDialog
    title={words.integrations.addWebhook}
    action={words.integrations.addTheEndpoint}
    onClose={onClose}
    save={(sent) =>
      call('POST /webhooks/subscriptions', {
        body: asUncheckedBody<'POST /webhooks/subscriptions'>({
          url: sent.text('url'),
          description: sent.orNull('description'),
          events: sent.all('events'),
          eta_change_minutes: sent.number('eta_change_minutes'),
        }),
      })
    }
    onSaved={({ secret }) => onAdded(secret)}
  >
    <Field label={words.integrations.url} name="url" type="url" hint={words.integrations.urlHint} />
    <Field label={words.integrations.description} name="description" />
    <CheckList label={words.integrations.eventsNone(CHOSEN_EVENTS.join(', '))} name="events" options={EVENT_NAMES} />
    <Field
      label={words.integrations.etaChange}
      name="eta_change_minutes"
      type="number"
      min={ETA_STEP_MINUTES}
      max={MAX_ETA_CHANGE_MINUTES}
      step={ETA_STEP_MINUTES}
      defaultValue={DEFAULT_ETA_CHANGE_MINUTES}
      hint={words.integrations.etaChangeHint(ETA_STEP_MINUTES, MAX_ETA_CHANGE_MINUTES)}
    />
  </FormDialog>
)

function EndpointRow({ endpoint, act, onSecret }: Props & { endpoint: ListedEndpointOut }) {
  const { endpoint_uuid, url } = endpoint
  const of = { params: { endpoint_uuid } }
  return (
    <tr>
      <td>
        <code>{url}</code>
        <br />
        <span className={page.soft}>{endpoint.description}</span>
        <CreatedBy
          creator={endpoint.made_by}
          name={url}
          onKeep={() => void act(call('POST /webhooks/subscriptions/{endpoint_uuid}/keep', of), words.team.isKept(url))}
        />
      </td>
      <td>{endpoint.events.length === 0 ? words.integrations.allButChosen : endpoint.events.join(', ')}</td>
      <td>
        <EndpointState endpoint={endpoint} />
      </td>
      <td>
        <div className={page.row}>
          <Button
            small
            onClick={() =>
              void act(call('POST /webhooks/subscriptions/{endpoint_uuid}/test', of), words.integrations.testSent)
            }
          >
            {words.integrations.test}
          </Button>
          <EndpointMenu {...{ endpoint, act, onSecret }} />
        </div>
      </td>
    </tr>
  )
}

function EndpointState({ endpoint: { active, failing_since: since } }: { endpoint: ListedEndpointOut }) {
  const zone = useSession().business.time_zone
  if (!active) return <Badge icon="ended">{words.integrations.endpointStates.paused}</Badge>
  if (since)
    return (
      <Badge icon="cross" tone="bad">
        {words.integrations.failingSince(timeAndDay(since, zone))}
      </Badge>
    )
  return (
    <Badge icon="check" tone="good">
      {words.integrations.endpointStates.active}
    </Badge>
  )
}

/** Deliveries of the endpoint, pause, new secret, remove. */
function EndpointMenu({
  endpoint: { endpoint_uuid, url, active },
  act,
  onSecret,
}: Props & { endpoint: ListedEndpointOut }) {
  const { ask, confirmation } = useConfirmation()
  const of = { params: { endpoint_uuid } }
  const rotate = async (): Promise<void> => {
    const { secret } = await call('POST /webhooks/subscriptions/{endpoint_uuid}/rotate-secret', of)
    onSecret({ title: words.integrations.newSecret, lead: words.integrations.newSecretLead, secret })
  }
  const remove = {
    title: words.integrations.removeAsk,
    text: words.integrations.removeText(url),
    yes: words.integrations.removeYes,
    danger: true,
    onYes: () => void act(call('DELETE /webhooks/subscriptions/{endpoint_uuid}', of), words.integrations.isRemoved),
  }
  const actions: Record<string, () => void> = {
    deliveries: () => navigate(`/integrations/deliveries?endpoint=${endpoint_uuid}`),
    pause: () =>
      void act(
        call('PATCH /webhooks/subscriptions/{endpoint_uuid}', { ...of, body: { active: !active } }),
        active ? words.integrations.paused : words.integrations.resumed,
      ),
    rotate: () => void act(rotate(), words.integrations.rotated),
    remove: () => ask(remove),
  }
  return (
    <>
      <MenuButton
        small
        label={words.team.moreOf(url)}
        icon={<Icon name="more" />}
        onAction={(action) => actions[action]?.()}
      >
        <MenuChoice id="deliveries" name={words.integrations.deliveriesLink} />
        <MenuChoice id="pause" name={active ? words.integrations.pause : words.integrations.resume} />
        <MenuChoice id="rotate" name={words.integrations.rotate} />
        <MenuChoice id="remove" name={words.common.remove} ending />
      </MenuButton>
      {confirmation}
    </>
  )
}
