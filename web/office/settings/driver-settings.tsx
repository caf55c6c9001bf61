// What drivers have to bring back, may do, and choose from.
import { useState } from 'react'
import { MAX_FAILURE_REASONS, MAX_LEAVING_PLACES, type SettingsOut } from '../../../src/contract/office/settings.ts'
import { PROOF_RULES, type ProofRule } from '../../../src/domain/routes/proof.ts'
import { SCANNING, type Scanning } from '../../../src/domain/routes/scanning.ts'
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
      scan_loading: settings.scan_loading,
      scan_door: settings.scan_door,
      failure_reasons: JSON.stringify(settings.failure_reasons),
      leaving_places: JSON.stringify(settings.leaving_places),
    }}
    body={(sent) => ({
      proof_required: sent.text('proof_required'),
      proof_required_failed: sent.isOn('proof_required_failed'),
      drivers_may_reorder: sent.isOn('drivers_may_reorder'),
      scan_loading: sent.text('scan_loading'),
      scan_door: sent.text('scan_door'),
      failure_reasons: JSON.parse(sent.text('failure_reasons')) as unknown,
      leaving_places: JSON.parse(sent.text('leaving_places')) as unknown,
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
    <div className={page.pair}>
      <ScanningField
        label="Scanning when loading"
        name="scan_loading"
        hint="Says what is missing, and what is another vehicle’s"
      />
      <ScanningField
        label="Scanning at the door"
        name="scan_door"
        hint="With the labels that you print here, or your own codes"
      />
    </div>
    <Choices
      name="failure_reasons"
      title="Reasons for a failed delivery"
      hint="Drivers choose one of them, in this order. Outcomes already recorded keep their reason."
      one="Reason"
      add="Add"
      most={MAX_FAILURE_REASONS}
      last="Drivers need at least one reason."
    />
    <Choices
      name="leaving_places"
      title="Where a delivery may be left"
      hint="Drivers say which, unless they hand it over, and the customer reads it. Without any, they aren’t asked."
      one="Place"
      add="Add place"
      most={MAX_LEAVING_PLACES}
      last={null}
    />
  </SettingsForm>
)

const SCANNING_WORDS: Record<Scanning, string> = { OFF: 'Off', OFFERED: 'Offered', REQUIRED: 'Required' }

const ScanningField = (props: { label: string; name: string; hint: string }) => (
  <SelectField {...props}>
    {SCANNING.map((rule) => (
      <option key={rule} value={rule}>
        {SCANNING_WORDS[rule]}
      </option>
    ))}
  </SelectField>
)

interface ChoicesProps {
  name: 'failure_reasons' | 'leaving_places'
  title: string
  hint: string
  /** One of them, such as “Reason”. */
  one: string
  add: string
  most: number
  /** Why the last one can't be removed; null where it can. */
  last: string | null
}

/** In the order in which drivers see them. Each line is a field of its own; the list is sent as one. */
function Choices({ name, title, hint, one, add: addWords, most, last }: ChoicesProps) {
  const { texts } = useFormField(name)
  const [choices, setChoices] = useState<string[]>(() => JSON.parse(texts?.[0] ?? '[]') as string[])
  const [added, setAdded] = useState('')
  const swap = (i: number, j: number): void =>
    setChoices(choices.map((choice, at) => (at === i ? choices[j] : at === j ? choices[i] : choice) ?? choice))
  const add = (): void => {
    setChoices([...choices, added.trim()])
    setAdded('')
  }
  const known = choices.some((choice) => choice.trim().toLowerCase() === added.trim().toLowerCase())
  const kind = one.toLowerCase()
  return (
    <fieldset className={style.group}>
      <legend>{title}</legend>
      <p className={page.soft}>{hint}</p>
      <HiddenField name={name} value={JSON.stringify(choices)} />
      <ol className={style.reasons} aria-label={title}>
        {choices.map((choice, i) => (
          // The place in the list is what it is known by: its words change as they are typed.
          <li key={i}>
            <Field
              label={`${one} ${i + 1}`}
              value={choice}
              faultName={`${name}.${i}`}
              onChange={(event) => setChoices(choices.with(i, event.target.value))}
            />
            <Button
              aria-label={`Move ${choice} up`}
              reason={i === 0 ? 'Already first.' : null}
              onClick={() => swap(i, i - 1)}
            >
              ↑
            </Button>
            <Button
              aria-label={`Move ${choice} down`}
              reason={i === choices.length - 1 ? 'Already last.' : null}
              onClick={() => swap(i, i + 1)}
            >
              ↓
            </Button>
            <Button
              aria-label={`Remove: ${choice}`}
              reason={choices.length === 1 ? last : null}
              onClick={() => setChoices(choices.filter((_, at) => at !== i))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <Fault name={name} />
      <div className={style.another}>
        <Field label={`Another ${kind}`} value={added} onChange={(event) => setAdded(event.target.value)} />
        <Button
          reason={
            !added.trim()
              ? `Enter the ${kind} first.`
              : known
                ? `This ${kind} already exists.`
                : choices.length >= most
                  ? `At most ${most} ${kind}s.`
                  : null
          }
          onClick={add}
        >
          {addWords}
        </Button>
      </div>
    </fieldset>
  )
}
