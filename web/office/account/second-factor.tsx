// The second factor: set up, replaced, turned off, and its recovery codes.
import { useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { words } from '../../words/locale.ts'
import { Rich } from '../../ui/rich.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useRefreshSession, useSession } from '../session.tsx'
import style from './account-page.module.css'
import { type Confirmation, ConfirmationDialog } from './confirmation.tsx'
import { QrCode } from './qr-code.tsx'

type Codes = Reply<'POST /account/totp'>
type Begun = Reply<'POST /account/totp/begin'>

type Asked = 'set up' | 'new codes' | 'turn off'

export function SecondFactor() {
  const { user } = useSession()
  const refresh = useRefreshSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<Codes | null>(null)
  const save = async (body: Confirmation): Promise<void> => {
    if (asked === 'set up') setBegun(await call('POST /account/totp/begin', { body }))
    if (asked === 'new codes') setCodes(await call('POST /account/recovery-codes', { body }))
    if (asked === 'turn off') {
      await call('DELETE /account/totp', { body })
      await refresh()
    }
    setAsked(null)
  }
  const turnOn = async (code: string): Promise<string> => {
    setCodes(await call('POST /account/totp', { body: { code } }))
    setBegun(null)
    await refresh()
    return ''
  }
  return (
    <section className={style.section}>
      <h2>{words.account.secondFactor}</h2>
      {begun ? (
        <SetUp begun={begun} onCode={turnOn} onCancel={() => setBegun(null)} />
      ) : user.has_totp ? (
        <>
          <p>{words.account.isOn}</p>
          <div className={style.actions}>
            <Button onClick={() => setAsked('set up')}>{words.account.replaceAuthenticator}</Button>
            <Button onClick={() => setAsked('new codes')}>{words.account.newCodes}</Button>
            <Button onClick={() => setAsked('turn off')}>{words.account.turnOff}</Button>
          </div>
        </>
      ) : (
        <>
          <p>{words.account.isOff}</p>
          <Button onClick={() => setAsked('set up')}>{words.account.setUp}</Button>
        </>
      )}
      {asked ? <ConfirmationDialog {...dialogs()[asked]} save={save} onClose={() => setAsked(null)} /> : null}
      {codes ? (
        <SecretDialog
          title={words.account.yourCodes}
          lead={words.account.yourCodesLead}
          secret={codes.recovery_codes.join('\n')}
          onClose={() => setCodes(null)}
        />
      ) : null}
    </section>
  )
}

const dialogs = (): Record<Asked, { title: string; lead: string; action: string }> => ({
  'set up': { title: words.account.confirmIdentity, lead: words.account.connectNext, action: words.account.continue },
  'new codes': {
    title: words.account.newCodes,
    lead: words.account.newCodesLead,
    action: words.account.createCodes,
  },
  'turn off': {
    title: words.account.turnOffSecond,
    lead: words.account.turnOffLead,
    action: words.account.turnOff,
  },
})

function SetUp({
  begun,
  onCode,
  onCancel,
}: {
  begun: Begun
  onCode: (code: string) => Promise<string>
  onCancel: () => void
}) {
  return (
    <>
      <p>
        <Rich text={words.account.scanThis} parts={{ a: (inner) => <a href={begun.uri}>{inner}</a> }} />
      </p>
      <QrCode text={begun.uri} label={words.account.keyAsQr} />
      <code className={style.secret}>{begun.secret.match(/.{4}/g)?.join(' ')}</code>
      <Form
        action={words.account.turnOn}
        label={words.account.setUpSecond}
        save={(sent) => onCode(sent.text('code'))}
        actions={<Button onClick={onCancel}>{words.common.cancel}</Button>}
      >
        <Field label={words.common.code} name="code" inputMode="numeric" autoComplete="one-time-code" />
      </Form>
    </>
  )
}
