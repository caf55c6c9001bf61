import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Link } from '../link.tsx'
import { navigate } from '../location.ts'
import { useRefreshSession } from '../session.tsx'
import { OutsideForm } from './form.tsx'

export function SignInPage() {
  const refresh = useRefreshSession()
  const [codeNeeded, setCodeNeeded] = useState(false)
  return (
    <OutsideForm
      title="Sign in to Roundsman"
      route="POST /sign-in"
      action="Sign in"
      body={(sent) => ({ email: sent.text('email'), password: sent.text('password'), code: sent.orNull('code') })}
      more={<Link href="/forgot-password">Forgot your password?</Link>}
      onFault={({ code }) => setCodeNeeded(codeNeeded || code === 'CODE_NEEDED')}
      onDone={() => {
        if (window.location.pathname === '/sign-in') navigate('/', { replace: true })
        void refresh()
      }}
    >
      <Field label="Email" name="email" type="email" autoComplete="username" />
      <Field label="Password" name="password" type="password" autoComplete="current-password" />
      {codeNeeded ? (
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          hint="Six digits from your authenticator app, or a recovery code"
        />
      ) : null}
    </OutsideForm>
  )
}
