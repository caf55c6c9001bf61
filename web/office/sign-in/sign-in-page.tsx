import { useState } from 'react'
import { signInUrlFor } from '../../../src/domain/users/safe-redirect.ts'
import { signInWithPasskey } from '../../api/passkeys.ts'
import button from '../../ui/button.module.css'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { navigate, requestedPage } from '../location.ts'
import { useRefreshSession } from '../session.tsx'
import { openAgainEverywhere } from '../side.tsx'
import { SignedOutForm } from './form.tsx'
import style from './form.module.css'
import { signInRefusalText } from './company-page.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** `besides`: name of the business that the user stays signed in to, if the user adds another one. */
export function SignInPage({ besides = null }: { besides?: string | null }) {
  const refresh = useRefreshSession()
  const [codeNeeded, setCodeNeeded] = useState(false)
  const done = (): void => {
    if (besides !== null) return openAgainEverywhere()
    if (window.location.pathname === '/sign-in') navigate(requestedPage(), { replace: true })
    void refresh()
  }
  return (
    <SignedOutForm
      title={besides === null ? words.signIn.title : words.signIn.anotherTitle}
      lead={signInRefusalText() ?? (besides === null ? undefined : words.signIn.anotherLead(besides))}
      route="POST /sign-in"
      action={words.signIn.action}
      body={(sent) => ({ email: sent.text('email'), password: sent.text('password'), code: sent.orNull('code') })}
      instead={
        <>
          <PasskeyButton text={words.signIn.usePasskey} use={signInWithPasskey} onDone={done} />
          <Link className={button.button} href={signInUrlFor('/sign-in/company', requestedPage())}>
            <Icon name="building" />
            {words.signIn.company}
          </Link>
        </>
      }
      onFault={({ code }) => setCodeNeeded(codeNeeded || code === 'CODE_NEEDED')}
      onDone={done}
      more={besides === null ? null : <Link href="/">{words.signIn.notNow}</Link>}
    >
      <Field label={words.common.email} name="email" type="email" autoComplete="username" />
      <div className={style.password}>
        <Field label={words.common.password} name="password" type="password" autoComplete="current-password" />
        <Link href="/forgot-password">{words.signIn.forgot}</Link>
      </div>
      {codeNeeded ? (
        <Field
          label={words.common.code}
          name="code"
          autoComplete="one-time-code"
          hint={words.common.sixDigitsOrRecovery}
        />
      ) : null}
    </SignedOutForm>
  )
}
