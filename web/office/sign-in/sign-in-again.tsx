// Sign-in dialog over the screen for an expired session. The user then continues with the same state.
import { useCallback, useEffect, useState } from 'react'
import type { SessionOut } from '../../../src/contract/office/sign-in.ts'
import { ApiError, call, readSession } from '../../api/client.ts'
import { signInWithPasskey } from '../../api/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { words } from '../../words/locale.ts'
import { PasskeyButton } from './passkey-button.tsx'

interface Props {
  user: SessionOut['user']
  /** Called with true if the same user has signed in again. */
  onDone: (back: boolean) => void
}

export function SignInAgain({ user, onDone }: Props) {
  const [codeNeeded, setCodeNeeded] = useState(false)
  const look = useCallback(async (): Promise<void> => {
    const session = await readSession()
    if (session?.user.user_uuid === user.user_uuid) onDone(true)
    // A different user signed in, perhaps in another tab, so the screen must show that user's data.
    else if (session) window.location.reload()
  }, [user, onDone])
  useEffect(() => {
    const onFocus = (): void => void look().catch(() => {})
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [look])
  return (
    <Dialog title={words.signIn.signedOut} onClose={() => onDone(false)}>
      <p>{words.signIn.signedOutLead}</p>
      <Form
        action={words.signIn.action}
        save={async (sent) => {
          try {
            await call('POST /sign-in', {
              body: { email: user.email, password: sent.text('password'), code: sent.orNull('code') },
            })
          } catch (error) {
            if (error instanceof ApiError && error.code === 'CODE_NEEDED') setCodeNeeded(true)
            throw error
          }
          await look()
          return ''
        }}
        actions={<Button onClick={() => onDone(false)}>{words.common.notNow}</Button>}
      >
        {user.has_passkey ? (
          <PasskeyButton
            text={words.signIn.usePasskey}
            use={signInWithPasskey}
            onDone={() => void look().catch(() => {})}
          />
        ) : null}
        {user.company_path ? (
          <a href={user.company_path} target="roundsman-company">
            {words.signIn.company}
          </a>
        ) : null}
        <Field label={words.common.email} value={user.email} readOnly autoComplete="username" />
        <Field label={words.common.password} name="password" type="password" autoComplete="current-password" />
        {codeNeeded ? (
          <Field
            label={words.common.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint={words.common.sixDigits}
          />
        ) : null}
      </Form>
    </Dialog>
  )
}
