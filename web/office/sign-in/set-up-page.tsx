import { Field, SelectField } from '../../ui/field.tsx'
import { words } from '../../words/locale.ts'
import { TIME_ZONES } from '../../ui/time-zones.ts'
import { navigate } from '../location.ts'
import { useRefreshSession } from '../session.tsx'
import { SignedOutForm } from './form.tsx'

export function SetUpPage({ token }: { token: string }) {
  const refresh = useRefreshSession()
  return (
    <SignedOutForm
      wide
      title={words.signIn.setUp}
      lead={words.signIn.setUpLead}
      route="POST /set-up"
      action={words.signIn.create}
      body={(sent) => ({
        token,
        business_name: sent.text('business_name'),
        time_zone: sent.text('time_zone'),
        name: sent.text('name'),
        email: sent.text('email'),
        password: sent.text('password'),
      })}
      onDone={() => {
        navigate('/', { replace: true })
        void refresh()
      }}
    >
      <Field label={words.signIn.businessName} name="business_name" />
      <Field label={words.common.yourName} name="name" autoComplete="name" />
      <Field label={words.signIn.yourEmail} name="email" type="email" autoComplete="username" />
      <Field
        label={words.common.password}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={words.common.atLeastTen}
      />
      <SelectField
        label={words.signIn.timeZone}
        name="time_zone"
        hint={words.signIn.timeZoneHint}
        options={TIME_ZONES.map((zone) => [zone, zone])}
      />
    </SignedOutForm>
  )
}
