// The second factor: set up, replaced, turned off, and its recovery codes.
import { useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
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
      <h2>Second factor</h2>
      {begun ? (
        <SetUp begun={begun} onCode={turnOn} onCancel={() => setBegun(null)} />
      ) : user.has_totp ? (
        <>
          <p>On. Signing in asks for a code from your authenticator app.</p>
          <div className={style.actions}>
            <Button onClick={() => setAsked('set up')}>Replace the authenticator</Button>
            <Button onClick={() => setAsked('new codes')}>New recovery codes</Button>
            <Button onClick={() => setAsked('turn off')}>Turn off</Button>
          </div>
        </>
      ) : (
        <>
          <p>Off. With it, signing in asks for a code from an authenticator app.</p>
          <Button onClick={() => setAsked('set up')}>Set up</Button>
        </>
      )}
      {asked ? <ConfirmationDialog {...DIALOGS[asked]} save={save} onClose={() => setAsked(null)} /> : null}
      {codes ? (
        <SecretDialog
          title="Your recovery codes"
          lead="Each signs you in once when you don’t have your authenticator. Store them somewhere safe: they are shown only now."
          secret={codes.recovery_codes.join('\n')}
          onClose={() => setCodes(null)}
        />
      ) : null}
    </section>
  )
}

const DIALOGS: Record<Asked, { title: string; lead: string; action: string }> = {
  'set up': { title: 'Confirm that it’s you', lead: 'Next, connect your authenticator app.', action: 'Continue' },
  'new codes': {
    title: 'New recovery codes',
    lead: 'The new codes replace all the codes you have.',
    action: 'Create codes',
  },
  'turn off': {
    title: 'Turn off the second factor',
    lead: 'After that, your password alone signs you in.',
    action: 'Turn off',
  },
}

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
        Scan this with your authenticator app, or enter the key (or <a href={begun.uri}>open the app on this device</a>
        ). Then enter the code it shows.
      </p>
      <QrCode text={begun.uri} label="The key as a QR code" />
      <code className={style.secret}>{begun.secret.match(/.{4}/g)?.join(' ')}</code>
      <Form
        action="Turn on"
        label="Set up the second factor"
        save={(sent) => onCode(sent.text('code'))}
        actions={<Button onClick={onCancel}>Cancel</Button>}
      >
        <Field label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" />
      </Form>
    </>
  )
}
