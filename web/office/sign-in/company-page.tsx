// Single sign-on: finds the company by email address, and handles the window that confirms the identity.
import { useEffect, useState } from 'react'
import { signInUrlFor } from '../../../src/domain/users/safe-redirect.ts'
import { ApiError, call } from '../../api/client.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { requestedPage } from '../location.ts'
import { OutsidePage } from './form.tsx'

/** Local storage key that changes with each confirmation, which notifies the other windows. */
const CONFIRMED_KEY = 'roundsman-confirmed'

/** Reason in the URL why single sign-on failed. Undefined if there is none. */
export function signInRefusalText(): string | undefined {
  const why = new URLSearchParams(window.location.search).get('refused') ?? ''
  const { refused } = words.signIn
  return Object.hasOwn(refused, why) ? refused[why as keyof typeof refused] : undefined
}

export const CompanyPage = () => (
  <OutsidePage title={words.signIn.company} lead={words.signIn.companyLead}>
    <Form
      action={words.signIn.goOn}
      save={async (sent) => {
        const { path } = await call('POST /sign-in/company', { body: { email: sent.text('email') } })
        if (!path) throw new ApiError(0, words.signIn.companyUnknown, { code: 'NO_COMPANY', fields: ['email'] })
        window.location.assign(signInUrlFor(path, requestedPage()))
        return ''
      }}
    >
      <Field label={words.common.email} name="email" type="email" autoComplete="username" />
    </Form>
    <Link href={signInUrlFor('/sign-in', requestedPage())}>{words.signIn.back}</Link>
  </OutsidePage>
)

/** Runs in the window that went to the provider. Notifies the waiting window, and closes. */
export function ConfirmedPage() {
  const [why] = useState(signInRefusalText)
  useEffect(() => {
    if (why) return
    localStorage.setItem(CONFIRMED_KEY, new Date().toISOString())
    window.close()
  }, [why])
  return why ? (
    <OutsidePage title={words.signIn.notConfirmed} lead={why} />
  ) : (
    <OutsidePage title={words.signIn.confirmed} lead={words.signIn.confirmedLead} />
  )
}

/** Opens the provider's sign-in in its own window, so that the page keeps its state. Calls `onDone` after the confirmation. */
export function ConfirmByCompany({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent): void => {
      if (key === CONFIRMED_KEY) onDone()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [onDone])
  return (
    <a href="/account/confirm/company" target="roundsman-company">
      {words.signIn.confirmByCompany}
    </a>
  )
}
