// Shows how the dates of a file are read and why, and offers the other order.
import type { DatesOut } from '../../../src/contract/office/imports.ts'
import type { DateOrder } from '../../../src/domain/imports/import-dates.ts'
import { longDay } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import style from './import.module.css'

interface Props {
  dates: DatesOut
  /** Order of day and month that the user just chose. Null unless the file is being read again. */
  chosen: DateOrder | null
  onChoose: (order: DateOrder) => void
}

export function DateOrderField({ dates, chosen, onChoose }: Props) {
  const used = chosen ?? dates.order
  const option = (order: DateOrder, day: string | null) => (
    <label>
      <input type="radio" name="date-order" checked={used === order} onChange={() => onChoose(order)} />{' '}
      {words.imports.exampleIs(
        words.imports.dateOrders[order],
        dates.example,
        day ? longDay(day) : words.imports.notADate,
      )}
    </label>
  )
  return (
    <fieldset className={style.dates} data-asks={dates.basis === 'ASSUMED' || dates.basis === 'CONTRADICTED'}>
      <legend>{words.imports.dateFormat}</legend>
      <p>{words.imports.dateReasons[dates.basis]}</p>
      {option('MONTH_FIRST', dates.month_first)}
      {option('DAY_FIRST', dates.day_first)}
    </fieldset>
  )
}
