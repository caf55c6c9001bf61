// Fields of a zone: area as text, weekly hours, limits and closed dates.
import { useEffect, useState } from 'react'
import type { ZoneOut } from '../../../src/contract/zones.ts'
import type { ZoneGeometry } from '../../../src/domain/zones/zone.ts'
import { WEEKDAYS } from '../../../src/domain/orders/recurrence.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Fault, Field, HiddenField, TextField } from '../../ui/field.tsx'
import { useFormField } from '../../ui/form-context.ts'
import { dayText, isoToDay, weekdayOf } from '../../ui/format.ts'
import type { SubmittedForm, Values } from '../../ui/form-values.ts'
import page from '../../ui/page.module.css'
import { sizeWarning, shapeSummary } from './shape.ts'
import style from './zones.module.css'
import { words } from '../../words/locale.ts'

const DEFAULT_HOURS = { start: '09:00', end: '17:00' }
type Closure = ZoneOut['closures'][number]

/** Initial values of the weekly hours and limits. */
export function rulesValues(zone: ZoneOut | null): Values {
  const hours = zone?.hours ?? WEEKDAYS.map((_, i) => (i < 5 ? DEFAULT_HOURS : null))
  return {
    open: hours.flatMap((day, i) => (day ? [String(i)] : [])),
    ...Object.fromEntries(
      hours.flatMap((day, i) => [
        [`hours.${i}.start`, (day ?? DEFAULT_HOURS).start],
        [`hours.${i}.end`, (day ?? DEFAULT_HOURS).end],
      ]),
    ),
    capacity: zone?.capacity,
    cutoff_days: zone?.cutoff_days,
    cutoff_time: zone ? zone.cutoff_time : '17:00',
    active: zone?.active ?? true,
  }
}

export function rulesFrom(sent: SubmittedForm) {
  const open = sent.all('open')
  const cutoffDays = sent.number('cutoff_days')
  return {
    hours: WEEKDAYS.map((_, i) =>
      open.includes(String(i)) ? { start: sent.text(`hours.${i}.start`), end: sent.text(`hours.${i}.end`) } : null,
    ),
    capacity: sent.number('capacity'),
    cutoff_days: cutoffDays,
    cutoff_time: cutoffDays === null ? null : sent.orNull('cutoff_time'),
    active: sent.isOn('active'),
  }
}

/** Weekly hours and limits. `under` is the path prefix of their faults. */
export function RulesFields({ under = '' }: { under?: string }) {
  return (
    <>
      <fieldset className={style.week}>
        <legend>{words.zones.deliveryDays}</legend>
        {WEEKDAYS.map((day, i) => (
          <div key={day} className={style.day}>
            <Check name="open" value={String(i)}>
              {words.recurring.weekdays[day]}
            </Check>
            <Field
              label={words.zones.dayFrom(words.recurring.weekdays[day])}
              name={`hours.${i}.start`}
              type="time"
              faultName={`${under}hours.${i}.start`}
            />
            <span aria-hidden="true">–</span>
            <Field
              label={words.zones.dayTo(words.recurring.weekdays[day])}
              name={`hours.${i}.end`}
              type="time"
              faultName={`${under}hours.${i}.end`}
            />
            <em>{words.zones.closed}</em>
          </div>
        ))}
        <Fault name={`${under}hours`} />
      </fieldset>
      <div className={style.limits}>
        <Field
          label={words.zones.deliveriesADay}
          name="capacity"
          inputMode="numeric"
          hint={words.zones.noLimit}
          faultName={`${under}capacity`}
        />
        <Field label={words.zones.orderUntil} name="cutoff_time" type="time" faultName={`${under}cutoff_time`} />
        <Field
          label={words.zones.cutoffDays}
          name="cutoff_days"
          inputMode="numeric"
          hint={words.zones.cutoffDaysHint}
          faultName={`${under}cutoff_days`}
        />
      </div>
    </>
  )
}

interface AreaProps {
  text: string
  onText: (text: string) => void
  shape: { area: ZoneGeometry } | { fault: string }
  /** Whether the area is shown as text. */
  asText: boolean
  onAsText: () => void
}

/** Size of the area, and the area as text, in sync with the map. All edits are also possible in the text. */
export function AreaField({ text, onText, shape, asText, onAsText }: AreaProps) {
  const { texts, fault } = useFormField('geometry')
  const [before] = useState(texts?.[0] ?? '')
  // Follow the form value, which may come from a draft or from a newer saved version.
  useEffect(() => onText(before), [before, onText])
  return (
    <section className={style.area}>
      <h2>{words.zones.area}</h2>
      <HiddenField name="geometry" value={text} />
      <p role="status">{'area' in shape ? shapeSummary(shape.area) : text === '' ? shape.fault : ''}</p>
      {text === '' && !asText ? (
        <div>
          <Button small onClick={onAsText}>
            {words.zones.areaAsText}
          </Button>
        </div>
      ) : null}
      {asText ? (
        <TextField
          label={words.zones.areaAsText}
          rows={5}
          spellCheck={false}
          className={style.coordinates}
          value={text}
          onChange={(event) => onText(event.target.value)}
          hint={words.zones.areaHint}
          fault={fault ?? ('fault' in shape && text !== '' ? shape.fault : null)}
        />
      ) : (
        <Fault name="geometry" />
      )}
      <p className={page.bad} role="alert">
        {'area' in shape ? sizeWarning(shape.area) : null}
      </p>
    </section>
  )
}

/** Dates on which the zone is closed, regardless of its weekly hours. */
export function ClosuresField() {
  const { texts } = useFormField('closures')
  const [closures, setClosures] = useState<Closure[]>(() => JSON.parse(texts?.[0] ?? '[]') as Closure[])
  const [date, setDate] = useState('')
  const [note, setNote] = useState('')
  const day = date && isoToDay(date)
  const reason = !date
    ? words.zones.chooseDate
    : !note.trim()
      ? words.zones.enterReason
      : closures.some((one) => one.date === day)
        ? words.zones.alreadyClosed
        : null
  const add = (): void => {
    const next = [...closures, { date: day, note: note.trim() }]
    setClosures(next.sort((a, b) => sortable(a.date).localeCompare(sortable(b.date))))
    setDate('')
    setNote('')
  }
  return (
    <fieldset className={style.closures}>
      <legend>{words.zones.closures}</legend>
      <HiddenField name="closures" value={closures.length > 0 ? JSON.stringify(closures) : ''} />
      {closures.length > 0 ? (
        <ul aria-label={words.zones.closures}>
          {closures.map((closure) => (
            <li key={closure.date}>
              <b>
                {weekdayOf(closure.date)} {dayText(closure.date)}
              </b>
              <span title={closure.note}>{closure.note}</span>
              <Button
                kind="quiet"
                small
                aria-label={words.zones.openAgain(dayText(closure.date))}
                onClick={() => setClosures(closures.filter((one) => one !== closure))}
              >
                {words.zones.openAgainShort}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Fault name="closures" />
      <div className={style.close}>
        <Field label={words.common.date} type="date" value={date} onChange={(event) => setDate(event.target.value)} />
        <Field
          label={words.zones.why}
          placeholder={words.zones.whyHint}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button small reason={reason} onClick={add}>
          {words.zones.closeDay}
        </Button>
      </div>
    </fieldset>
  )
}

const sortable = (day: string): string => day.slice(6) + day.slice(0, 2) + day.slice(3, 5)
