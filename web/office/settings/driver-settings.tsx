// What drivers have to bring back, may do, and choose from.
import { useState } from 'react'
import { MAX_FAILURE_REASONS, type SettingsOut } from '../../../src/contract/office/settings.ts'
import { PROOF_RULES, type ProofRule } from '../../../src/domain/routes/proof.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Fault, Field, HiddenField, SelectField } from '../../ui/field.tsx'
import { useFormField } from '../../ui/form-context.ts'
import page from '../../ui/page.module.css'
import style from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'

const PROOF_WORDS: Record<ProofRule, string> = {
  NONE: 'Nothing',
  PHOTO: 'A photo',
  SIGNATURE: 'A signature',
  PHOTO_OR_SIGNATURE: 'A photo or a signature',
  BOTH: 'A photo and a signature',
}

export const DriverSettings = ({ settings }: { settings: SettingsOut }) => (
  <SettingsForm
    part="drivers"
    settings={settings}
    values={{
      proof_required: settings.proof_required,
      proof_required_failed: settings.proof_required_failed,
      drivers_may_reorder: settings.drivers_may_reorder,
      failure_reasons: JSON.stringify(settings.failure_reasons),
    }}
    body={(sent) => ({
      proof_required: sent.text('proof_required'),
      proof_required_failed: sent.isOn('proof_required_failed'),
      drivers_may_reorder: sent.isOn('drivers_may_reorder'),
      failure_reasons: JSON.parse(sent.text('failure_reasons')) as unknown,
    })}
  >
    <SelectField label="A delivery needs" name="proof_required">
      {PROOF_RULES.map((rule) => (
        <option key={rule} value={rule}>
          {PROOF_WORDS[rule]}
        </option>
      ))}
    </SelectField>
    <Check name="proof_required_failed">A failed delivery needs a photo</Check>
    <Check name="drivers_may_reorder">Drivers may reorder remaining stops</Check>
    <ReasonsField />
  </SettingsForm>
)

/** In the order in which drivers see them. Each line is a field of its own; the list is sent as one. */
function ReasonsField() {
  const { texts } = useFormField('failure_reasons')
  const [reasons, setReasons] = useState<string[]>(() => JSON.parse(texts?.[0] ?? '[]') as string[])
  const [added, setAdded] = useState('')
  const swap = (i: number, j: number): void =>
    setReasons(reasons.map((reason, at) => (at === i ? reasons[j] : at === j ? reasons[i] : reason) ?? reason))
  const add = (): void => {
    setReasons([...reasons, added.trim()])
    setAdded('')
  }
  const known = reasons.some((reason) => reason.trim().toLowerCase() === added.trim().toLowerCase())
  return (
    <fieldset className={style.group}>
      <legend>Reasons for a failed delivery</legend>
      <p className={page.soft}>
        Drivers choose one of them, in this order. Outcomes already recorded keep their reason.
      </p>
      <HiddenField name="failure_reasons" value={JSON.stringify(reasons)} />
      <ol className={style.reasons} aria-label="Reasons for a failed delivery">
        {reasons.map((reason, i) => (
          // The place is what a reason is known by: its words change as they are typed.
          <li key={i}>
            <Field
              label={`Reason ${i + 1}`}
              value={reason}
              faultName={`failure_reasons.${i}`}
              onChange={(event) => setReasons(reasons.with(i, event.target.value))}
            />
            <Button
              aria-label={`Move ${reason} up`}
              reason={i === 0 ? 'Already first.' : null}
              onClick={() => swap(i, i - 1)}
            >
              ↑
            </Button>
            <Button
              aria-label={`Move ${reason} down`}
              reason={i === reasons.length - 1 ? 'Already last.' : null}
              onClick={() => swap(i, i + 1)}
            >
              ↓
            </Button>
            <Button
              aria-label={`Remove: ${reason}`}
              reason={reasons.length === 1 ? 'Drivers need at least one reason.' : null}
              onClick={() => setReasons(reasons.filter((_, at) => at !== i))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <Fault name="failure_reasons" />
      <div className={style.another}>
        <Field label="Another reason" value={added} onChange={(event) => setAdded(event.target.value)} />
        <Button
          reason={
            !added.trim()
              ? 'Enter the reason first.'
              : known
                ? 'This reason already exists.'
                : reasons.length >= MAX_FAILURE_REASONS
                  ? `At most ${MAX_FAILURE_REASONS} reasons.`
                  : null
          }
          onClick={add}
        >
          Add
        </Button>
      </div>
    </fieldset>
  )
}
