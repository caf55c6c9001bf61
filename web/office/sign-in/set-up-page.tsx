import { Field, SelectField } from '../../ui/field.tsx'
import { TIME_ZONES } from '../../ui/time-zones.ts'
import { navigate } from '../location.ts'
import { useRefreshSession } from '../session.tsx'
import { OutsideForm } from './form.tsx'

export function SetUpPage({ token }: { token: string }) {
  const refresh = useRefreshSession()
  return (
    <OutsideForm
      title="Set up your business"
      lead="You become its owner, and can invite others later."
      route="POST /set-up"
      action="Create the business"
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
      <Field label="Business name" name="business_name" />
      <SelectField label="Time zone" name="time_zone" hint="Delivery days and windows are in this zone">
        {TIME_ZONES.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
      <Field label="Your name" name="name" autoComplete="name" />
      <Field label="Your email" name="email" type="email" autoComplete="username" />
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
