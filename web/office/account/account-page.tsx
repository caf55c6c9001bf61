// One's own account: the password, the second factor, and signing out everywhere.
import { useState } from 'react'
import { post, send } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { useRefreshSession, useSession } from '../session.tsx'
import style from './account-page.module.css'

export function AccountPage() {
  const { user } = useSession()
  const refresh = useRefreshSession()
  return (
    <div className={style.page}>
      <h1>Your account</h1>
      <p>
        {user.name}, {user.email}, {user.role.toLowerCase()}
      </p>
      <PasswordForm />
      {user.has_totp ? <RemoveSecondFactor /> : <AddSecondFactor />}
      <section className={style.section}>
        <h2>Sign out everywhere</h2>
        <p>Ends your session in every browser, this one too.</p>
        <Button onClick={() => void post('/sign-out-everywhere').then(refresh)}>Sign out everywhere</Button>
      </section>
    </div>
  )
}

function PasswordForm() {
  const { onSubmit, faultOf, said } = useSubmit(
    async (fields, form) => {
      await post('/account/password', fields)
      form.reset()
      return 'The password is changed; you are signed out everywhere else.'
    },
    ['current_password', 'new_password'],
  )
  return (
    <form className={style.section} onSubmit={onSubmit} noValidate>
      <h2>Change your password</h2>
      <Field
        label="Current password"
        name="current_password"
        type="password"
        autoComplete="current-password"
        fault={faultOf('current_password')}
      />
      <Field
        label="New password"
        name="new_password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters"
        fault={faultOf('new_password')}
      />
      <Button type="submit">Change the password</Button>
      <p role="status">{said}</p>
    </form>
  )
}

function AddSecondFactor() {
  const refresh = useRefreshSession()
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const { onSubmit, faultOf, said } = useSubmit(
    async ({ code }) => {
      await post('/account/totp', { secret: begun?.secret, code })
      await refresh()
      return ''
    },
    ['code'],
  )
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
    <form className={style.section} onSubmit={onSubmit} noValidate>
      <h2>Second factor</h2>
      <p>
        Put this key into your authenticator app (or <a href={begun.uri}>open the app on this device</a>), then enter
        the code it shows.
      </p>
      <code className={style.secret}>{begun.secret.match(/.{4}/g)?.join(' ')}</code>
      <Field label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" fault={faultOf('code')} />
      <Button type="submit">Turn it on</Button>
      <p role="status">{said}</p>
    </form>
  )
}

function RemoveSecondFactor() {
  const refresh = useRefreshSession()
  const { onSubmit, faultOf, said } = useSubmit(
    async (fields) => {
      await send('DELETE', '/account/totp', fields)
      await refresh()
      return ''
    },
    ['current_password'],
  )
  return (
    <form className={style.section} onSubmit={onSubmit} noValidate>
      <h2>Second factor</h2>
      <p>It is on: signing in asks for a code.</p>
      <Field
        label="Current password"
        name="current_password"
        type="password"
        autoComplete="current-password"
        fault={faultOf('current_password')}
      />
      <Button type="submit" kind="danger">
        Turn it off
      </Button>
      <p role="status">{said}</p>
    </form>
  )
}
