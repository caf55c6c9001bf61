import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { navigate } from '../location.ts'
import { useRefreshSession } from '../session.tsx'
import { OutsideForm } from './form.tsx'

export function SignInPage() {
  const refresh = useRefreshSession()
  const [codeNeeded, setCodeNeeded] = useState(false)
  return (
    <OutsideForm
      title={words.signIn.title}
      route="POST /sign-in"
      action={words.signIn.action}
      body={(sent) => ({ email: sent.text('email'), password: sent.text('password'), code: sent.orNull('code') })}
      more={<Link href="/forgot-password">{words.signIn.forgot}</Link>}
      onFault={({ code }) => setCodeNeeded(codeNeeded || code === 'CODE_NEEDED')}
      onDone={() => {
        if (window.location.pathname === '/sign-in') navigate('/', { replace: true })
        void refresh()
      }}
    >
      <Field label={words.common.email} name="email" type="email" autoComplete="username" />
      <Field label={words.common.password} name="password" type="password" autoComplete="current-password" />
      {codeNeeded ? (
        <Field
          label={words.common.code}
          name="code"
          autoComplete="one-time-code"
          hint={words.common.sixDigitsOrRecovery}
        />
      ) : null}
    </OutsideForm>
  )
}
