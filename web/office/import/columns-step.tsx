// The second step: the columns of the file with their first values, and the meaning of each.
import { useState } from 'react'
import type { PreviewOut } from '../../../src/contract/office/imports.ts'
import { FILE_UNITS, IMPORT_FIELDS } from '../../../src/domain/imports/import-columns.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Options } from '../../ui/options.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { columnOrder, matchedCount, meaningOf, neededMeanings, withMeaning } from './columns.ts'
import { DateOrderField } from './date-order.tsx'
import style from './import.module.css'
import { Step } from './step.tsx'
import type { Reading } from './use-reading.ts'

export function ColumnsStep({ reading, onCheck }: { reading: Reading; onCheck: () => void }) {
  const { file, mapping, day, preview } = reading
  // Rows keep their places while their meanings change.
  const [order] = useState(() => columnOrder(file.headers.length, mapping))
  const [needed] = neededMeanings(mapping, day)
  const reason = needed ? words.imports.needs[needed] : null
  const matched = matchedCount(mapping)
  return (
    <Step
      number={2}
      title={words.imports.matchColumns}
      state="now"
      sum={words.imports.columnsOf(file.headers.length, matched)}
    >
      <div className={style.scrolls}>
        <table className={style.columns}>
          <thead>
            <tr>
              <th scope="col">{words.imports.yourColumn}</th>
              <th scope="col">{words.imports.firstValues}</th>
              <th scope="col">{words.imports.meaning}</th>
              <th scope="col">
                <span className="visually-hidden">{words.imports.result}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {order.map((column) => (
              <ColumnRow key={column} column={column} reading={reading} read={preview.data?.columns[column] ?? null} />
            ))}
          </tbody>
        </table>
      </div>
      <Choices reading={reading} />
      <div className={style.foot}>
        <span className={page.soft}>
          {file.remembered ? words.imports.columnsRemembered : words.imports.willBeRemembered}
        </span>
        <span className={style.warn} role="status">
          {reason}
        </span>
        <Button kind="primary" reason={reason} onClick={onCheck}>
          {words.imports.checkRows(file.row_count)}
        </Button>
      </div>
    </Step>
  )
}

interface RowProps {
  column: number
  reading: Reading
  read: PreviewOut['columns'][number] | null
}

function ColumnRow({ column, reading, read }: RowProps) {
  const { file, mapping, setMapping } = reading
  const meaning = meaningOf(mapping, column)
  const header = file.headers[column] || words.imports.column(column + 1)
  const samples = file.samples[column] ?? []
  return (
    <tr data-used={meaning !== null}>
      <th scope="row" title={header}>
        {header}
      </th>
      <td className={style.samples} title={samples.join(' / ')}>
        {samples.length > 0 ? samples.join(' / ') : words.imports.blank}
      </td>
      <td>
        <select
          aria-label={words.imports.meaningOf(header)}
          value={meaning ?? ''}
          onChange={(event) =>
            setMapping(
              withMeaning(mapping, column, IMPORT_FIELDS.find((field) => field === event.target.value) ?? null),
            )
          }
        >
          <Options
            none={words.imports.notUsed}
            options={IMPORT_FIELDS.map((field) => [field, words.imports.columns[field]])}
          />
        </select>
      </td>
      <td>{meaning === null ? words.imports.notUsed : <ReadCount read={read} />}</td>
    </tr>
  )
}

const ReadCount = ({ read }: { read: RowProps['read'] }) =>
  read === null ? null : read.faults > 0 ? (
    <span className={style.warn}>
      <Icon name="warning" /> {words.imports.unreadCells(read.faults)}
    </span>
  ) : (
    <span className={style.read}>
      <Icon name="check" /> {words.imports.readCells(read.filled)}
    </span>
  )

/** Settings that the columns don't tell: the date of rows without one, the format of dates, and units. */
function Choices({ reading }: { reading: Reading }) {
  const { day, setDay, dateOrder, setDateOrder, units, setUnits } = reading
  const { dates = null, units: readUnits = null } = reading.preview.data ?? {}
  return (
    <div className={style.choices}>
      <Field
        label={words.imports.dateForRows}
        hint={words.imports.dateForRowsHint}
        type="date"
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      {readUnits ? (
        <SelectField
          label={words.imports.withoutUnit}
          value={units ?? readUnits}
          onChange={(event) => setUnits(FILE_UNITS.find((one) => one === event.target.value) ?? null)}
          options={[
            ['US', words.imports.inPounds],
            ['METRIC', words.imports.inKilograms],
          ]}
        />
      ) : null}
      {dates ? <DateOrderField dates={dates} chosen={dateOrder} onChoose={setDateOrder} /> : null}
      <p role="alert" className={page.bad}>
        {reading.preview.error?.message}
      </p>
    </div>
  )
}
