// Requests a password link. The response doesn't reveal whether the account exists.
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { words } from '../../words/locale.ts'
import page from '../../ui/page.module.css'
import { Link } from '../link.tsx'
import { SignedOutForm, OutsidePage } from './form.tsx'

export function ForgotPage() {
  const [asked, setAsked] = useState<{ mails: boolean } | null>(null)
  const back = <Link href="/sign-in">{words.signIn.back}</Link>
  if (asked?.mails)
    return (
      <OutsidePage title={words.signIn.checkEmail} lead={words.signIn.linkComes}>
        {back}
      </OutsidePage>
    )
  if (asked)
    return (
      <OutsidePage title={words.signIn.noEmail} lead={words.signIn.noEmailLead}>
        <code className={page.secret}>npm run -s cli -- reset-password-link --email YOUR_EMAIL --json</code>
        {back}
      </OutsidePage>
    )
  return (
    <SignedOutForm
      title={words.signIn.forgot}
      lead={words.signIn.forgotLead}
      route="POST /forgot-password"
      action={words.signIn.sendLink}
      body={(sent) => ({ email: sent.text('email') })}
      onDone={setAsked}
      more={back}
    >
      <Field label={words.common.email} name="email" type="email" autoComplete="username" />
    </SignedOutForm>
  )
}
