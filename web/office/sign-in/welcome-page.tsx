// Page of a link from an owner: join the business, or set a new password.
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { Field } from '../../ui/field.tsx'
import { words } from '../../words/locale.ts'
import { navigate } from '../location.ts'
import { useRefreshSession } from '../session.tsx'
import { SignedOutForm, OutsidePage } from './form.tsx'

export function WelcomePage({ token }: { token: string }) {
  const refresh = useRefreshSession()
  const link = useQuery({
    ...endpointQuery('POST /welcome/read', { body: { token } }),
    staleTime: Infinity,
  })
  if (link.isPending) return <OutsidePage title={words.signIn.reading} />
  if (!link.data)
    return <OutsidePage title={words.signIn.linkOver} lead={link.error?.message ?? words.signIn.linkOverLead} />
  const { joins, business_name, email } = link.data
  return (
    <SignedOutForm
      title={joins ? words.signIn.joinBusiness(business_name) : words.signIn.newPassword}
      lead={words.signIn.signInAs(email)}
      route="POST /welcome"
      action={joins ? words.signIn.join : words.signIn.setPassword}
      body={(sent) => ({ token, name: sent.orNull('name'), password: sent.text('password') })}
      onDone={() => {
        navigate('/', { replace: true })
        void refresh()
      }}
    >
      {joins ? <Field label={words.common.yourName} name="name" autoComplete="name" /> : null}
      <Field
        label={words.common.password}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={words.common.atLeastTen}
      />
    </SignedOutForm>
  )
}
