// API keys: created, shown once, limited, replaced and revoked.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { timeAndDay } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useSession } from '../session.tsx'
import type { RunAction, Secret } from './act.ts'
import { type ApiKey, CreateKey, ChangeKeyLimits, RollOverKey } from './key-forms.tsx'
import { CreatedBy } from './creator.tsx'
import { Empty } from '../../ui/empty.tsx'

interface Props {
  act: RunAction
  onSecret: (secret: Secret) => void
}

export function Keys({ act, onSecret }: Props) {
  const keys = useQuery(endpointQuery('GET /keys'))
  const [adding, setAdding] = useState(false)
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2>{words.integrations.keys}</h2>
        <Button kind="primary" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {words.integrations.createKey}
        </Button>
      </div>
      <QueryState query={keys} what={words.integrations.theKeys}>
        {(list) =>
          list.length === 0 ? (
            <Empty>
              <RichText text={words.integrations.noKeys} parts={{ a: (inner) => <a href="/docs">{inner}</a> }} />
            </Empty>
          ) : (
            <Table
              scrolls
              label={words.integrations.keys}
              columns={[
                words.common.name,
                words.integrations.startsWith,
                words.integrations.allowedTo,
                words.integrations.lastUsed,
                words.integrations.ends,
                words.common.status,
                words.team.actions,
              ]}
            >
              {list.map((key) => (
                <KeyRow key={key.key_uuid} apiKey={key} act={act} onSecret={onSecret} />
              ))}
            </Table>
          )
        }
      </QueryState>
      {adding ? (
        <CreateKey
          onClose={() => setAdding(false)}
          onMade={(secret) => {
            setAdding(false)
            onSecret(newKeySecret(secret))
          }}
        />
      ) : null}
    </section>
  )
}

const newKeySecret = (secret: string): Secret => ({
  title: words.integrations.yourKey,
  lead: words.integrations.copyKeyNow,
  secret,
})

function KeyRow({ apiKey: key, act, onSecret }: Props & { apiKey: ApiKey }) {
  const zone = useSession().business.time_zone
  const keep = (): void =>
    void act(call('POST /keys/{key_uuid}/keep', { params: { key_uuid: key.key_uuid } }), words.team.isKept(key.name))
  return (
    <tr>
      <td title={`${words.integrations.created}: ${timeAndDay(key.created_at, zone)}`}>
        {key.name}
        {key.revoked_at ? null : <CreatedBy creator={key.made_by} name={key.name} onKeep={keep} />}
      </td>
      <td>
        <code>{key.prefix}…</code>
      </td>
      <td>
        {key.scopes?.map((scope) => words.integrations.scopes[scope]).join(', ') ?? words.integrations.everything}
        {key.allowed_addresses ? (
          <div className={page.soft}>{words.integrations.onlyFrom(key.allowed_addresses.join(', '))}</div>
        ) : null}
      </td>
      <td>
        {key.last_used_at ? (
          <Link href={`/integrations/requests?key=${key.key_uuid}`}>{timeAndDay(key.last_used_at, zone)}</Link>
        ) : (
          words.integrations.never
        )}
      </td>
      <td>{expiryOf(key, zone)}</td>
      <td>
        <KeyState apiKey={key} />
      </td>
      <td>{key.revoked_at ? null : <KeyMenu apiKey={key} act={act} onSecret={onSecret} />}</td>
    </tr>
  )
}

/** Limit, replace and revoke. */
function KeyMenu({ apiKey: key, act, onSecret }: Props & { apiKey: ApiKey }) {
  const [open, setOpen] = useState<string | null>(null)
  const { ask, confirmation } = useConfirmation()
  const close = (): void => setOpen(null)
  const of = { params: { key_uuid: key.key_uuid } }
  const revoke = {
    title: words.integrations.revokeAsk(key.name),
    text: words.integrations.revokeText,
    yes: words.integrations.revokeYes,
    danger: true,
    onYes: () => void act(call('POST /keys/{key_uuid}/revoke', of), words.integrations.isRevoked(key.name)),
  }
  return (
    <>
      <MenuButton
        small
        label={words.team.moreOf(key.name)}
        icon={<Icon name="more" />}
        onAction={(action) => (action === 'revoke' ? ask(revoke) : setOpen(action))}
      >
        {key.replaced_by ? null : <MenuChoice id="limit" name={words.integrations.limit} />}
        {key.replaced_by ? null : <MenuChoice id="rollOver" name={words.integrations.rollOver} />}
        <MenuChoice id="revoke" name={words.integrations.revoke} ending />
      </MenuButton>
      {confirmation}
      {open === 'limit' ? (
        <ChangeKeyLimits
          apiKey={key}
          onClose={close}
          onSaved={() => {
            close()
            void act(Promise.resolve(), words.integrations.isLimited(key.name))
          }}
        />
      ) : null}
      {open === 'rollOver' ? (
        <RollOverKey
          apiKey={key}
          onClose={close}
          onMade={(secret) => {
            close()
            onSecret(newKeySecret(secret))
          }}
        />
      ) : null}
    </>
  )
}

function KeyState({ apiKey: { revoked_at, expired, replaced_by } }: { apiKey: ApiKey }) {
  if (revoked_at)
    return (
      <Badge icon="ended" tone="bad">
        {words.integrations.keyStates.revoked}
      </Badge>
    )
  if (expired)
    return (
      <Badge icon="ended" tone="bad">
        {words.integrations.keyStates.expired}
      </Badge>
    )
  if (replaced_by)
    return (
      <Badge icon="open" tone="warn">
        {words.integrations.keyStates.replaced}
      </Badge>
    )
  return (
    <Badge icon="check" tone="good">
      {words.integrations.keyStates.valid}
    </Badge>
  )
}

/** Time at which the key was revoked, expired or will expire. */
function expiryOf(key: ApiKey, zone: string): string {
  const end = key.revoked_at ?? key.expires_at
  if (!end) return words.integrations.never
  const say = key.revoked_at
    ? words.integrations.revokedAt
    : key.expired
      ? words.integrations.expired
      : key.replaced_by
        ? words.integrations.replacedUntil
        : words.integrations.until
  return say(timeAndDay(end, zone))
}
