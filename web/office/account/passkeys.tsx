// Adds and removes the user's passkeys.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PasskeyOut } from '../../../src/contract/office/passkeys.ts'
import { call } from '../../api/client.ts'
import { supportsPasskeys, createPasskey } from '../../api/passkeys.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { resultMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { timeAndDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { useRefreshSession, useSession } from '../session.tsx'
import style from './account-page.module.css'

export function Passkeys() {
  const again = useInvalidate()
  const refresh = useRefreshSession()
  const found = useQuery(endpointQuery('GET /account/passkeys'))
  const [adding, setAdding] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [said, setSaid] = useState('')
  const changed = async (): Promise<void> => {
    await again('GET /account/passkeys')
    await refresh()
  }
  const add = async (name: string): Promise<void> => {
    const { options } = await call('POST /account/passkeys/begin')
    const credential = await createPasskey(options)
    const { recovery_codes } = await call('POST /account/passkeys', { body: { name, credential } })
    setCodes(recovery_codes)
    await changed()
  }
  const remove = async (passkey_uuid: string): Promise<void> => {
    setSaid(
      await resultMessage(
        call('DELETE /account/passkeys/{passkey_uuid}', { params: { passkey_uuid } }).then(changed),
        words.account.passkeyRemoved,
      ),
    )
  }
  const reason = found.data?.impossible ?? (supportsPasskeys() ? null : words.account.noPasskeysHere)
  return (
    <section className={style.section}>
      <h2>{words.account.passkeys}</h2>
      <p>{words.account.passkeysHint}</p>
      <QueryState query={found} what={words.account.thePasskeys}>
        {({ passkeys }) => (passkeys.length === 0 ? null : <PasskeyTable passkeys={passkeys} onRemove={remove} />)}
      </QueryState>
      <Button reason={reason} onClick={() => setAdding(true)}>
        {words.account.addPasskey}
      </Button>
      {reason ? <p className={page.soft}>{reason}</p> : null}
      <p role="status" className={page.said}>
        {said}
      </p>
      {adding ? (
        <FormDialog
          title={words.account.addPasskey}
          action={words.account.continue}
          save={(sent) => add(sent.text('name'))}
          onClose={() => setAdding(false)}
        >
          <p>{words.account.addPasskeyLead}</p>
          <Field label={words.account.passkeyName} name="name" hint={words.account.passkeyNameHint} />
        </FormDialog>
      ) : null}
      {codes ? (
        <SecretDialog
          title={words.account.yourCodes}
          lead={words.account.yourCodesLead}
          secret={codes.join('\n')}
          onClose={() => setCodes(null)}
        />
      ) : null}
    </section>
  )
}

interface TableProps {
  passkeys: readonly PasskeyOut[]
  onRemove: (passkeyId: string) => Promise<void>
}

function PasskeyTable({ passkeys, onRemove }: TableProps) {
  const zone = useSession().business.time_zone
  const { ask, confirmation } = useConfirmation()
  return (
    <>
      <Table columns={[words.common.name, words.account.passkeyMade, words.account.lastUsed, words.team.actions]}>
        {passkeys.map(({ passkey_uuid, name, created_at, last_used_at }) => (
          <tr key={passkey_uuid}>
            <td>{name}</td>
            <td>{timeAndDay(created_at, zone)}</td>
            <td>{last_used_at ? timeAndDay(last_used_at, zone) : words.account.neverUsed}</td>
            <td>
              <Button
                kind="danger"
                aria-label={words.account.removePasskey(name)}
                onClick={() =>
                  ask({
                    title: words.account.removePasskeyAsk(name),
                    text: words.account.removePasskeyText,
                    yes: words.common.remove,
                    danger: true,
                    onYes: () => void onRemove(passkey_uuid),
                  })
                }
              >
                {words.common.remove}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {confirmation}
    </>
  )
}
