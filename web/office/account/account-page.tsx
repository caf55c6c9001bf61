// One's own account: the password, the second factor, and signing out everywhere.
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useRefreshSession, useSession } from '../session.tsx'
import style from './account-page.module.css'
import { confirmationIn, ConfirmationFields } from './confirmation.tsx'
import { SecondFactor } from './second-factor.tsx'

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
      <SecondFactor />
      <section className={style.section}>
        <h2>Sign out everywhere</h2>
        <p>Ends your session in every browser, including this one.</p>
        <Button onClick={() => void call('POST /sign-out-everywhere').then(refresh)}>Sign out everywhere</Button>
      </section>
    </div>
  )
}

const PasswordForm = () => (
  <section className={style.section}>
    <h2>Change your password</h2>
    <Form
      action="Change the password"
      label="Change your password"
      emptyAfter
      save={async (sent) => {
        await call('POST /account/password', {
          body: { ...confirmationIn(sent), new_password: sent.text('new_password') },
        })
        return 'Your password is changed. You are signed out everywhere else.'
      }}
    >
      <ConfirmationFields />
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
