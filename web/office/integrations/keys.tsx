// The API keys: created, shown once, and revoked.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { timeAndDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { Rich } from '../../ui/rich.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useSession } from '../session.tsx'
import type { Act, Secret } from './act.ts'

interface Props {
  act: Act
  onSecret: (secret: Secret) => void
}

export function Keys({ act, onSecret }: Props) {
  const keys = useQuery(read('GET /keys'))
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
            <p className={page.empty}>
              <Rich text={words.integrations.noKeys} parts={{ a: (inner) => <a href="/docs">{inner}</a> }} />
            </p>
          ) : (
            <Table
              columns={[
                words.common.name,
                words.integrations.startsWith,
                words.integrations.created,
                words.integrations.lastUsed,
                words.integrations.revokeColumn,
              ]}
            >
              {list.map((key) => (
                <KeyRow key={key.key_uuid} apiKey={key} act={act} />
              ))}
            </Table>
          )
        }
      </QueryState>
      {adding ? (
        <FormDialog
          title={words.integrations.createApiKey}
          action={words.integrations.createTheKey}
          onClose={() => setAdding(false)}
          save={(sent) => call('POST /keys', { body: { name: sent.text('name') } })}
          onSaved={({ api_key: secret }) => {
            setAdding(false)
            onSecret({ title: words.integrations.yourKey, lead: words.integrations.copyKeyNow, secret })
          }}
        >
          <Field label={words.common.name} name="name" hint={words.integrations.keyHint} />
        </FormDialog>
      ) : null}
    </section>
  )
}

function KeyRow({ apiKey: key, act }: { apiKey: Reply<'GET /keys'>[number]; act: Act }) {
  const zone = useSession().business.time_zone
  const { ask, confirmation } = useConfirmation()
  const revoke = (): void =>
    ask({
      title: words.integrations.revokeAsk(key.name),
      text: words.integrations.revokeText,
      yes: words.integrations.revokeYes,
      danger: true,
      onYes: () =>
        void act(
          call('POST /keys/{key_uuid}/revoke', { params: { key_uuid: key.key_uuid } }),
          words.integrations.isRevoked(key.name),
        ),
    })
  return (
    <tr>
      <td>{key.name}</td>
      <td>
        <code>{key.prefix}…</code>
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
        {key.revoked_at ? (
          <span className={page.soft}>{words.integrations.revokedAt(timeAndDay(key.revoked_at, zone))}</span>
        ) : (
          <Button kind="danger" aria-label={words.integrations.revokeOf(key.name)} onClick={revoke}>
            {words.integrations.revoke}
          </Button>
        )}
        {confirmation}
      </td>
    </tr>
  )
}
