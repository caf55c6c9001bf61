// API keys: created, shown once, limited, replaced and revoked.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { timeAndDay } from '../../ui/format.ts'
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
        <Button onClick={() => setAdding(true)}>{words.integrations.createKey}</Button>
      </div>
      <QueryState query={keys} what={words.integrations.theKeys}>
        {(list) =>
          list.length === 0 ? (
            <Empty>
              <RichText text={words.integrations.noKeys} parts={{ a: (inner) => <a href="/docs">{inner}</a> }} />
            </Empty>
          ) : (
            <Table
              columns={[
                words.common.name,
                words.integrations.startsWith,
                words.integrations.allowedTo,
                words.integrations.created,
                words.integrations.lastUsed,
                words.integrations.revokeColumn,
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
  const [open, setOpen] = useState<'limit' | 'rollOver' | null>(null)
  const close = (): void => setOpen(null)
  const of = { params: { key_uuid: key.key_uuid } }
  const revoke = {
    title: words.integrations.revokeAsk(key.name),
    text: words.integrations.revokeText,
    yes: words.integrations.revokeYes,
    danger: true,
    onYes: () => void act(call('POST /keys/{key_uuid}/revoke', of), words.integrations.isRevoked(key.name)),
  }
  const keep = (): void => void act(call('POST /keys/{key_uuid}/keep', of), words.team.isKept(key.name))
  return (
    <tr>
      <td>
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
      <td>{timeAndDay(key.created_at, zone)}</td>
      <td>
        {key.last_used_at ? (
          <Link href={`/integrations/requests?key=${key.key_uuid}`}>{timeAndDay(key.last_used_at, zone)}</Link>
        ) : (
          words.integrations.never
        )}
      </td>
      <td>
        <KeyExpiry apiKey={key} />
        {key.revoked_at ? null : (
          <div className={page.row}>
            {key.replaced_by ? null : (
              <>
                <Button aria-label={words.integrations.limitOf(key.name)} onClick={() => setOpen('limit')}>
                  {words.integrations.limit}
                </Button>
                <Button aria-label={words.integrations.rollOverOf(key.name)} onClick={() => setOpen('rollOver')}>
                  {words.integrations.rollOver}
                </Button>
              </>
            )}
            <ConfirmButton kind="danger" aria-label={words.integrations.revokeOf(key.name)} question={revoke}>
              {words.integrations.revoke}
            </ConfirmButton>
          </div>
        )}
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
      </td>
    </tr>
  )
}

/** Time at which the key was revoked, expired or will expire. Empty for a key without expiry. */
function KeyExpiry({ apiKey: key }: { apiKey: ApiKey }) {
  const zone = useSession().business.time_zone
  const end = key.revoked_at ?? key.expires_at
  if (!end) return null
  const say = key.revoked_at
    ? words.integrations.revokedAt
    : key.expired
      ? words.integrations.expired
      : key.replaced_by
        ? words.integrations.replacedUntil
        : words.integrations.until
  return <p className={page.soft}>{say(timeAndDay(end, zone))}</p>
}
