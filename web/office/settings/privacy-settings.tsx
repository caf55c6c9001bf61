// Retention period of each kind of data. A shorter period needs confirmation, because the deletion can't be undone.
import { MIN_RETENTION_DAYS, MAX_RETENTION_DAYS } from '../../../src/domain/privacy/retention.ts'
import type { SettingsOut } from '../../../src/contract/settings.ts'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import type { SubmittedForm } from '../../ui/form-values.ts'
import { words } from '../../words/locale.ts'
import { CustomerData } from './customer-data.tsx'
import { Fields, Section } from './section.tsx'
import { SettingsForm } from './settings-form.tsx'

const RETENTION_FIELDS = [
  'keep_orders_days',
  'keep_photos_days',
  'keep_positions_days',
  'keep_messages_days',
  'keep_logs_days',
] as const

export function PrivacySettings({ settings }: { settings: SettingsOut }) {
  const { ask, confirmation } = useConfirmation()
  const confirm = (sent: SubmittedForm) =>
    new Promise<boolean>((resolve) => {
      const goes = RETENTION_FIELDS.flatMap((name) => {
        const days = sent.number(name)
        const isShorter = typeof days === 'number' && days < (settings[name] ?? Infinity)
        return isShorter ? [words.privacy.goes[name](days)] : []
      })
      if (goes.length === 0) return resolve(true)
      ask({
        title: words.privacy.shorter,
        text: words.privacy.shorterText(goes.join('; ')),
        yes: words.privacy.shorterYes,
        danger: true,
        onYes: () => resolve(true),
        onNo: () => resolve(false),
      })
    })
  return (
    <>
      <SettingsForm
        part="privacy"
        settings={settings}
        fields={Object.fromEntries(RETENTION_FIELDS.map((name) => [name, 'number']))}
        confirm={confirm}
      >
        <Section
          title={words.privacy.keptTitle}
          reason={words.privacy.keptLead(MIN_RETENTION_DAYS, MAX_RETENTION_DAYS)}
        >
          <Fields>
            {RETENTION_FIELDS.map((name) => (
              <Field
                key={name}
                name={name}
                inputMode="numeric"
                placeholder={words.privacy.forGood}
                label={words.privacy.kept[name]}
                hint={words.privacy.keptHint[name]}
              />
            ))}
          </Fields>
        </Section>
      </SettingsForm>
      <CustomerData />
      {confirmation}
    </>
  )
}
