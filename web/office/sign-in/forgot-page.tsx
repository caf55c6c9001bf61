// Asking for a link to a new password. The answer doesn't reveal whether there is such an account.
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import page from '../../ui/page.module.css'
import { Link } from '../link.tsx'
import { OutsideForm, OutsidePage } from './form.tsx'

export function ForgotPage() {
  const [asked, setAsked] = useState<{ mails: boolean } | null>(null)
  const back = <Link href="/sign-in">Back to sign-in</Link>
  if (asked?.mails)
    return (
      <OutsidePage
        title="Check your email"
        lead="If there is an account with this address, a link to choose a new password is on its way. It works once, for one hour. No email? Ask an owner of your business for a link."
      >
        {back}
      </OutsidePage>
    )
  if (asked)
    return (
      <OutsidePage
        title="Email isn’t set up"
        lead="This installation can’t send email. Ask an owner of your business for a link: they create one under Team. If you are the owner, run this on the server:"
      >
        <code className={page.secret}>npm run -s cli -- reset-password-link --email YOUR_EMAIL --json</code>
        {back}
      </OutsidePage>
    )
  return (
    <OutsideForm
      title="Forgot your password?"
      lead="Enter your email address, and we’ll send you a link to choose a new one."
      route="POST /forgot-password"
      action="Send the link"
      body={(sent) => ({ email: sent.text('email') })}
      onDone={setAsked}
      more={back}
    >
      <Field label="Email" name="email" type="email" autoComplete="username" />
    </OutsideForm>
  )
}
