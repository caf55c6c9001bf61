// Behind a link that an owner handed on: joining the business, or a new password.
import { useQuery } from '@tanstack/react-query'
import type { LinkOut } from '../../../src/contract/office/users.ts'
import { post } from '../../api/client.ts'
import { Field } from '../../ui/field.tsx'
import { navigate } from '../location.ts'
import { useRefreshSession } from '../session.tsx'
import { OutsideForm } from './form.tsx'
import style from './form.module.css'

export function WelcomePage({ token }: { token: string }) {
  const refresh = useRefreshSession()
  const link = useQuery({
    queryKey: ['welcome', token],
    queryFn: () => post<LinkOut | null>('/welcome/read', { token }),
    staleTime: Infinity,
  })
  if (link.isPending) return <main className={style.page}>Reading the link …</main>
  if (!link.data)
    return (
      <main className={style.page}>
        <div className={style.form}>
          <h1>This link no longer works</h1>
          <p>{link.error?.message ?? 'It was used or has run out. Ask an owner of the business for a new one.'}</p>
        </div>
      </main>
    )
  const { joins, business_name, email } = link.data
  return (
    <OutsideForm
      title={joins ? `Join ${business_name}` : 'Choose a new password'}
      lead={`You sign in as ${email}.`}
      path="/welcome"
      action={joins ? 'Join' : 'Set the password'}
      more={{ token }}
      onDone={() => {
        navigate('/', { replace: true })
        void refresh()
      }}
    >
      {(faultOf) => (
        <>
          {joins ? <Field label="Your name" name="name" autoComplete="name" fault={faultOf('name')} /> : null}
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="new-password"
            hint="At least 10 characters"
            fault={faultOf('password')}
          />
        </>
      )}
    </OutsideForm>
  )
}
