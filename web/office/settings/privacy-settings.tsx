// How long each kind of data is kept.
import { LEAST_KEPT_DAYS, MOST_KEPT_DAYS } from '../../../src/domain/privacy/retention.ts'
import type { SettingsOut } from '../../../src/contract/office/settings.ts'
import { Field } from '../../ui/field.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { SettingsForm } from './settings-form.tsx'

const KEPT = [
  'keep_orders_days',
  'keep_photos_days',
  'keep_positions_days',
  'keep_messages_days',
  'keep_logs_days',
] as const

export const PrivacySettings = ({ settings }: { settings: SettingsOut }) => (
  <SettingsForm
    part="privacy"
    settings={settings}
    values={Object.fromEntries(KEPT.map((name) => [name, settings[name]]))}
    body={(sent) => Object.fromEntries(KEPT.map((name) => [name, sent.number(name)]))}
  >
    <p className={page.soft}>{words.privacy.keptLead(LEAST_KEPT_DAYS, MOST_KEPT_DAYS)}</p>
    {KEPT.map((name) => (
      <Field
        key={name}
        name={name}
        inputMode="numeric"
        placeholder={words.privacy.forGood}
        label={words.privacy.kept[name]}
        hint={words.privacy.keptHint[name]}
      />
    ))}
  </SettingsForm>
)
