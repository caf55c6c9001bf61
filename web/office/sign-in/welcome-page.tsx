// Behind a link that an owner handed on: joining the business, or a new password.
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.ts'
import { Field } from '../../ui/field.tsx'
import { navigate } from '../location.ts'
import { useRefreshSession } from '../session.tsx'
import { OutsideForm, OutsidePage } from './form.tsx'

export function WelcomePage({ token }: { token: string }) {
  const refresh = useRefreshSession()
  const link = useQuery({
    ...read('POST /welcome/read', { body: { token } }),
    staleTime: Infinity,
  })
  if (link.isPending) return <OutsidePage title="Reading the link …" />
  if (!link.data)
    return (
      <OutsidePage
        title="This link no longer works"
        lead={link.error?.message ?? 'It was used or has run out. Ask an owner of the business for a new one.'}
      />
    )
  const { joins, business_name, email } = link.data
  return (
    <OutsideForm
      title={joins ? `Join ${business_name}` : 'Choose a new password'}
      lead={`You sign in as ${email}.`}
      route="POST /welcome"
      action={joins ? 'Join' : 'Set the password'}
      body={(sent) => ({ token, name: sent.orNull('name'), password: sent.text('password') })}
      onDone={() => {
        navigate('/', { replace: true })
        void refresh()
      }}
    >
      {joins ? <Field label="Your name" name="name" autoComplete="name" /> : null}
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters"
      />
    </OutsideForm>
  )
}
