// One's own account: the password, the second factor, and signing out everywhere.
import { useState } from 'react'
import { post, send } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { SecretDialog } from '../../ui/record-dialog.tsx'
import { useRefreshSession, useSession } from '../session.tsx'
import style from './account-page.module.css'
import { QrCode } from './qr-code.tsx'

export function AccountPage() {
  const { user } = useSession()
  const refresh = useRefreshSession()
  const [codes, setCodes] = useState<Codes | null>(null)
  return (
    <div className={style.page}>
      <h1>Your account</h1>
      <p>
        {user.name}, {user.email}, {user.role.toLowerCase()}
      </p>
      <PasswordForm />
      {user.has_totp ? <RemoveSecondFactor /> : <AddSecondFactor onCodes={setCodes} />}
      {user.has_totp ? <RecoveryCodes onCodes={setCodes} /> : null}
      {codes ? (
        <SecretDialog
          title="Your recovery codes"
          lead="Keep them where your phone is not: each works once in place of a code, and they are shown this once."
          secret={codes.recovery_codes.join('\n')}
          onClose={() => setCodes(null)}
        />
      ) : null}
      <section className={style.section}>
        <h2>Sign out everywhere</h2>
        <p>Ends your session in every browser, this one too.</p>
        <Button onClick={() => void post('/sign-out-everywhere').then(refresh)}>Sign out everywhere</Button>
      </section>
    </div>
  )
}

const PasswordForm = () => (
  <section className={style.section}>
    <h2>Change your password</h2>
    <Form
      action="Change the password"
      emptyAfter
      save={async (sent) => {
        await post('/account/password', {
          current_password: sent.text('current_password'),
          new_password: sent.text('new_password'),
        })
        return 'The password is changed; you are signed out everywhere else.'
      }}
    >
      <Field label="Current password" name="current_password" type="password" autoComplete="current-password" />
      <Field
        label="New password"
        name="new_password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters"
      />
    </Form>
  </section>
)

interface Codes {
  recovery_codes: string[]
}

function AddSecondFactor({ onCodes }: { onCodes: (codes: Codes) => void }) {
  const refresh = useRefreshSession()
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  if (!begun)
    return (
      <section className={style.section}>
        <h2>Second factor</h2>
        <p>Asks for a code from an authenticator app whenever you sign in.</p>
        <Button onClick={() => void post<{ secret: string; uri: string }>('/account/totp/begin').then(setBegun)}>
          Add a second factor
        </Button>
      </section>
    )
  return (
    <section className={style.section}>
      <h2>Second factor</h2>
      <p>
        Scan this with your authenticator app, or enter the key (or <a href={begun.uri}>open the app on this device</a>
        ), then enter the code it shows.
      </p>
      <QrCode text={begun.uri} label="The key as a QR code" />
      <code className={style.secret}>{begun.secret.match(/.{4}/g)?.join(' ')}</code>
      <Form
        action="Turn it on"
        save={async (sent) => {
          onCodes(await post<Codes>('/account/totp', { secret: begun.secret, code: sent.text('code') }))
          await refresh()
          return ''
        }}
      >
        <Field label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" />
      </Form>
    </section>
  )
}

const RecoveryCodes = ({ onCodes }: { onCodes: (codes: Codes) => void }) => (
  <section className={style.section}>
    <h2>Recovery codes</h2>
    <p>Each signs you in once when your authenticator is lost. New ones end those you have.</p>
    <Form
      action="Make new codes"
      emptyAfter
      save={async (sent) => {
        onCodes(await post<Codes>('/account/recovery-codes', { current_password: sent.text('current_password') }))
        return ''
      }}
    >
      <Field label="Current password" name="current_password" type="password" autoComplete="current-password" />
    </Form>
  </section>
)

function RemoveSecondFactor() {
  const refresh = useRefreshSession()
  return (
    <section className={style.section}>
      <h2>Second factor</h2>
      <p>It is on: signing in asks for a code.</p>
      <Form
        action="Turn it off"
        save={async (sent) => {
          await send('DELETE', '/account/totp', { current_password: sent.text('current_password') })
          await refresh()
          return ''
        }}
      >
        <Field label="Current password" name="current_password" type="password" autoComplete="current-password" />
      </Form>
    </section>
  )
}
