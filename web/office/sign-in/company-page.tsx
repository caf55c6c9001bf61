// Signing in with a company: whose it is by the address, and what the window says that went there to confirm.
import { useEffect, useState } from 'react'
import { goingOnTo } from '../../../src/domain/users/own-path.ts'
import { ApiError, call } from '../../api/client.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { pageAsked } from '../location.ts'
import { OutsidePage } from './form.tsx'

/** Changes in this browser with each confirmation: other windows of the office are told. */
const CONFIRMED = 'roundsman-confirmed'

/** Why the company's sign-in came to nothing, as the address says; undefined when it doesn't. */
export function refusedInWords(): string | undefined {
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
        window.location.assign(goingOnTo(path, pageAsked()))
        return ''
      }}
    >
      <Field label={words.common.email} name="email" type="email" autoComplete="username" />
    </Form>
    <Link href={goingOnTo('/sign-in', pageAsked())}>{words.signIn.back}</Link>
  </OutsidePage>
)

/** In the window that went to the company: tells the one that waits, and closes. */
export function ConfirmedPage() {
  const [why] = useState(refusedInWords)
  useEffect(() => {
    if (why) return
    localStorage.setItem(CONFIRMED, new Date().toISOString())
    window.close()
  }, [why])
  return why ? (
    <OutsidePage title={words.signIn.notConfirmed} lead={why} />
  ) : (
    <OutsidePage title={words.signIn.confirmed} lead={words.signIn.confirmedLead} />
  )
}

/** Opens the company's sign-in in a window of its own, so that nothing of the page is lost; `onDone` once it confirmed. */
export function ConfirmByCompany({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent): void => {
      if (key === CONFIRMED) onDone()
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
