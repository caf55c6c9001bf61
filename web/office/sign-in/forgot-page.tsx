// Asking for a link to a new password. What is answered tells nobody whether there is such an account.
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Link } from '../link.tsx'
import { OutsideForm, OutsidePage } from './form.tsx'

export function ForgotPage() {
  const [asked, setAsked] = useState(false)
  const back = <Link href="/sign-in">Back to signing in</Link>
  if (asked)
    return (
      <OutsidePage
        title="Look into your mail"
        lead="If someone signs in with this address, a link to a new password is on its way. It works once, for an hour. Nothing there? Ask an owner of the business for a link."
      >
        {back}
      </OutsidePage>
    )
  return (
    <OutsideForm
      title="Forgot your password?"
      lead="We mail you a link to choose a new one."
      path="/forgot-password"
      action="Send the link"
      body={(sent) => ({ email: sent.text('email') })}
      onDone={() => setAsked(true)}
      more={back}
    >
      <Field label="Email" name="email" type="email" autoComplete="username" />
    </OutsideForm>
  )
}
