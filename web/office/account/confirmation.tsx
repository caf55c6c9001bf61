// Fields with which a signed-in user confirms their identity: the password and, with a second factor, a code.
import { Field } from '../../ui/field.tsx'
import type { SubmittedForm } from '../../ui/form-values.ts'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'

export interface Confirmation {
  current_password: string
  code: string | null
}

export const confirmationIn = (sent: SubmittedForm): Confirmation => ({
  current_password: sent.text('current_password'),
  code: sent.orNull('code'),
})

export function ConfirmationFields() {
  const { user } = useSession()
  return (
    <>
      <Field
        label={words.account.currentPassword}
        name="current_password"
        type="password"
        autoComplete="current-password"
      />
      {user.has_totp || user.has_passkey ? (
        <Field
          label={words.common.code}
          name="code"
          autoComplete="one-time-code"
          hint={words.common.sixDigitsOrRecovery}
        />
      ) : null}
    </>
  )
}
