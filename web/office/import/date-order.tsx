// How the dates of a file are read, why, and the other way to read them.
import type { DatesOut } from '../../../src/contract/office/imports.ts'
import type { DateOrder, DateOrderBasis } from '../../../src/domain/imports/import-dates.ts'
import { longDay } from '../../ui/format.ts'
import style from './import.module.css'

interface Props {
  dates: DatesOut
  /** What was clicked, while the file is read so. */
  chosen: DateOrder | null
  onChoose: (order: DateOrder) => void
}

export function DateOrderField({ dates, chosen, onChoose }: Props) {
  const used = chosen ?? dates.order
  const option = (order: DateOrder, day: string | null) => (
    <label>
      <input type="radio" name="date-order" checked={used === order} onChange={() => onChoose(order)} />{' '}
      {IN_WORDS[order]}: {dates.example} is {day ? longDay(day) : 'not a date'}
    </label>
  )
  return (
    <fieldset className={style.dates} data-asks={dates.basis === 'ASSUMED' || dates.basis === 'CONTRADICTED'}>
      <legend>Date format</legend>
      <p>{REASONS[dates.basis]}</p>
      {option('MONTH_FIRST', dates.month_first)}
      {option('DAY_FIRST', dates.day_first)}
    </fieldset>
  )
}

const IN_WORDS: Record<DateOrder, string> = { MONTH_FIRST: 'Month first', DAY_FIRST: 'Day first' }

const REASONS: Record<DateOrderBasis, string> = {
  PROVEN: 'The dates in this file can be read only one way.',
  CONTRADICTED:
    'The dates in this file contradict each other: some can only be month first, others only day first. The more frequent format is used. Check the file before you import it.',
  CHOSEN: 'You chose this format.',
  REMEMBERED: 'This format was used for your last file with these columns.',
  ASSUMED: 'Nothing in this file tells the month from the day. Choose how its dates are written.',
}
