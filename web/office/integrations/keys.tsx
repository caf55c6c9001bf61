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
        <h2>API keys</h2>
        <Button onClick={() => setAdding(true)}>Create a key</Button>
      </div>
      <QueryState query={keys} what="the keys">
        {(list) =>
          list.length === 0 ? (
            <p className={page.empty}>
              No keys yet. Your order system needs one to send deliveries: see the <a href="/docs">API reference</a>.
            </p>
          ) : (
            <Table columns={['Name', 'Starts with', 'Created', 'Last used', '(Revoke)']}>
              {list.map((key) => (
                <KeyRow key={key.key_uuid} apiKey={key} act={act} />
              ))}
            </Table>
          )
        }
      </QueryState>
      {adding ? (
        <FormDialog
          title="Create an API key"
          action="Create the key"
          onClose={() => setAdding(false)}
          save={(sent) => call('POST /keys', { body: { name: sent.text('name') } })}
          onSaved={({ api_key: secret }) => {
            setAdding(false)
            onSecret({ title: 'Your API key', lead: 'Copy it now. It is shown only once.', secret })
          }}
        >
          <Field label="Name" name="name" hint="The system that uses it" />
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
      title: `Revoke ${key.name}?`,
      text: 'Calls with this key are refused from then on. This can’t be undone.',
      yes: 'Revoke the key',
      danger: true,
      onYes: () =>
        void act(
          call('POST /keys/{key_uuid}/revoke', { params: { key_uuid: key.key_uuid } }),
          `${key.name} is revoked.`,
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
          'never'
        )}
      </td>
      <td>
        {key.revoked_at ? (
          <span className={page.soft}>revoked {timeAndDay(key.revoked_at, zone)}</span>
        ) : (
          <Button kind="danger" aria-label={`Revoke ${key.name}`} onClick={revoke}>
            Revoke
          </Button>
        )}
        {confirmation}
      </td>
    </tr>
  )
}
