// Settings for drivers: proof, permissions, scanning, payment, and the lists that they choose from.
import { useState } from 'react'
import { MAX_FAILURE_REASONS, MAX_LEAVING_PLACES, type SettingsOut } from '../../../src/contract/settings.ts'
import { PROOF_RULES } from '../../../src/domain/routes/proof.ts'
import { SCANNING } from '../../../src/domain/routes/scanning.ts'
import { Button } from '../../ui/button.tsx'
import { Fault, Field, HiddenField, SelectField } from '../../ui/field.tsx'
import { useFormField } from '../../ui/form-context.ts'
import { Fields, Section, SwitchLine } from './section.tsx'
import style from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'
import { words } from '../../words/locale.ts'

export const DriverSettings = ({ settings }: { settings: SettingsOut }) => (
  <SettingsForm
    part="drivers"
    settings={settings}
    fields={{
      proof_required: 'text',
      proof_required_failed: 'isOn',
      drivers_may_reorder: 'isOn',
      scan_loading: 'text',
      scan_door: 'text',
      currency: 'text',
      door_code: 'isOn',
    }}
    values={{
      failure_reasons: JSON.stringify(settings.failure_reasons),
      leaving_places: JSON.stringify(settings.leaving_places),
    }}
    body={(sent) => ({
      failure_reasons: JSON.parse(sent.text('failure_reasons')) as unknown,
      leaving_places: JSON.parse(sent.text('leaving_places')) as unknown,
    })}
  >
    <Section {...words.settings.sections.proof}>
      <Fields>
        <SelectField
          label={words.settings.deliveryNeeds}
          name="proof_required"
          options={PROOF_RULES.map((rule) => [rule, words.settings.proof[rule]])}
        />
      </Fields>
      <SwitchLine name="proof_required_failed" title={words.settings.failedNeedsPhoto} />
      <SwitchLine name="door_code" title={words.settings.doorCode} />
    </Section>
    <Section {...words.settings.sections.scanning}>
      <Fields>
        <ScanningField label={words.settings.scanLoading} name="scan_loading" hint={words.settings.scanLoadingHint} />
        <ScanningField label={words.settings.scanDoor} name="scan_door" hint={words.settings.scanDoorHint} />
      </Fields>
    </Section>
    <Section {...words.settings.sections.road}>
      <SwitchLine name="drivers_may_reorder" title={words.settings.mayReorder} />
      <Fields>
        <Field label={words.settings.collectedIn} name="currency" maxLength={3} hint={words.settings.collectedInHint} />
      </Fields>
    </Section>
    <Choices
      name="failure_reasons"
      title={words.settings.failureReasons}
      hint={words.settings.failureReasonsHint}
      said={words.settings.reasonSaid}
      add={words.common.add}
      most={MAX_FAILURE_REASONS}
      last={words.settings.lastReason}
    />
    <Choices
      name="leaving_places"
      title={words.settings.leavingPlaces}
      hint={words.settings.leavingPlacesHint}
      said={words.settings.placeSaid}
      add={words.settings.addPlace}
      most={MAX_LEAVING_PLACES}
      last={null}
    />
  </SettingsForm>
)

const ScanningField = (props: { label: string; name: string; hint: string }) => (
  <SelectField {...props} options={SCANNING.map((rule) => [rule, words.settings.scanning[rule]])} />
)

interface ChoicesProps {
  name: 'failure_reasons' | 'leaving_places'
  title: string
  hint: string
  /** Labels for one of the choices. */
  said: typeof words.settings.reasonSaid
  add: string
  most: number
  /** Why the last choice can't be removed. Null if it can. */
  last: string | null
}

/** List in the order that drivers see. Each line has its own input, but the list is one value of the form. */
function Choices({ name, title, hint, said, add: addWords, most, last }: ChoicesProps) {
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
  return (
    <Section title={title} reason={hint}>
      <HiddenField name={name} value={JSON.stringify(choices)} />
      <ol className={style.reasons} aria-label={title}>
        {choices.map((choice, i) => (
          // The index is the key, because the text changes while it is typed.
          <Choice
            key={i}
            label={said.numbered(i + 1)}
            choice={choice}
            faultName={`${name}.${i}`}
            isFirst={i === 0}
            isLast={i === choices.length - 1}
            keeps={choices.length === 1 ? last : null}
            onChange={(text) => setChoices(choices.with(i, text))}
            onMove={(by) => swap(i, i + by)}
            onRemove={() => setChoices(choices.filter((_, at) => at !== i))}
          />
        ))}
      </ol>
      <Fault name={name} />
      <div className={style.another}>
        <Field label={said.another} value={added} onChange={(event) => setAdded(event.target.value)} />
        <Button
          reason={
            !added.trim() ? said.enterFirst : known ? said.exists : choices.length >= most ? said.atMost(most) : null
          }
          onClick={add}
        >
          {addWords}
        </Button>
      </div>
    </Section>
  )
}

interface ChoiceProps {
  label: string
  choice: string
  faultName: string
  isFirst: boolean
  isLast: boolean
  /** Why the choice can't be removed. Null if it can. */
  keeps: string | null
  onChange: (text: string) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const Choice = ({ label, choice, faultName, isFirst, isLast, keeps, onChange, onMove, onRemove }: ChoiceProps) => (
  <li>
    <Field label={label} value={choice} faultName={faultName} onChange={(event) => onChange(event.target.value)} />
    <Button
      icon
      aria-label={words.settings.moveUp(choice)}
      reason={isFirst ? words.settings.alreadyFirst : null}
      onClick={() => onMove(-1)}
    >
      ↑
    </Button>
    <Button
      icon
      aria-label={words.settings.moveDown(choice)}
      reason={isLast ? words.settings.alreadyLast : null}
      onClick={() => onMove(1)}
    >
      ↓
    </Button>
    <Button aria-label={words.settings.removeOne(choice)} reason={keeps} onClick={onRemove}>
      {words.common.remove}
    </Button>
  </li>
)
