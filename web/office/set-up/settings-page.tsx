// The business's rules: the undo window, proof, messages, service time.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SettingsOut } from '../../../src/contract/office/settings.ts'
import { PROOF_RULES, type ProofRule } from '../../../src/domain/proof.ts'
import { get, send } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { useRoleReason } from '../session.tsx'
import { TrafficSection } from './traffic-section.tsx'

const PROOF_WORDS: Record<ProofRule, string> = {
  NONE: 'Nothing',
  PHOTO: 'A photo',
  SIGNATURE: 'A signature',
  PHOTO_OR_SIGNATURE: 'A photo or a signature',
  BOTH: 'A photo and a signature',
}

const SWITCHES = [
  ['proof_required_failed', 'A failed delivery needs a photo'],
  ['sms_consent_default', 'Customers agree to texts unless the order says otherwise'],
] as const

export function SettingsPage() {
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => get<SettingsOut>('/settings') })
  return (
    <div className={page.page}>
      <h1>Settings</h1>
      <QueryState query={settings} what="the settings">
        {(data) => <SettingsForm settings={data} />}
      </QueryState>
      <TrafficSection />
    </div>
  )
}

function SettingsForm({ settings }: { settings: SettingsOut }) {
  const role = useRoleReason('OWNER')
  const client = useQueryClient()
  const { onSubmit, busy, faultOf, said } = useSubmit(
    async (fields) => {
      const saved = await send<SettingsOut>('PATCH', '/settings', {
        version: settings.version,
        undo_window_seconds: Number(fields.undo_window_seconds),
        service_minutes: Number(fields.service_minutes),
        proof_required: fields.proof_required,
        ...Object.fromEntries(SWITCHES.map(([name]) => [name, fields[name] === 'on'])),
      })
      client.setQueryData(['settings'], saved)
      return 'Saved.'
    },
    ['undo_window_seconds', 'service_minutes', 'proof_required'],
  )
  return (
    <form className={page.form} onSubmit={onSubmit} noValidate>
      <div className={page.pair}>
        <Field
          label="Undo window, seconds"
          name="undo_window_seconds"
          inputMode="numeric"
          hint="0 to 900; nobody hears of an outcome before"
          defaultValue={settings.undo_window_seconds}
          fault={faultOf('undo_window_seconds')}
        />
        <Field
          label="Minutes at a stop"
          name="service_minutes"
          inputMode="decimal"
          hint="Where the order does not say"
          defaultValue={settings.service_minutes}
          fault={faultOf('service_minutes')}
        />
      </div>
      <SelectField label="A delivery needs" name="proof_required" defaultValue={settings.proof_required}>
        {PROOF_RULES.map((rule) => (
          <option key={rule} value={rule}>
            {PROOF_WORDS[rule]}
          </option>
        ))}
      </SelectField>
      {SWITCHES.map(([name, words]) => (
        <label key={name} className={page.check}>
          <input type="checkbox" name={name} defaultChecked={settings[name]} />
          {words}
        </label>
      ))}
      <div>
        <Button type="submit" kind="primary" reason={role} busy={busy}>
          Save
        </Button>
      </div>
      <p role="status">{said}</p>
    </form>
  )
}
