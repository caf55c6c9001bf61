// A chosen file: the fields of its columns, the date for rows without one, and the expected result.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PreviewOut, UploadOut } from '../../../src/contract/office/imports.ts'
import {
  type ColumnMapping,
  FILE_UNITS,
  type FileUnits,
  IMPORT_FIELDS,
  type ImportField,
} from '../../../src/domain/imports/import-columns.ts'
import type { DateOrder } from '../../../src/domain/imports/import-dates.ts'
import { call } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { isoToDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import { DateOrderField } from './date-order.tsx'
import style from './import.module.css'

interface Props {
  file: UploadOut
  onClose: () => void
  onStarted: () => void
}

export function FileReading({ file, onClose, onStarted }: Props) {
  const ownerOnly = useRoleReason('setZonesAside')
  const [mapping, setMapping] = useState<ColumnMapping>(file.mapping)
  const [day, setDay] = useState('')
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null)
  const [units, setUnits] = useState<FileUnits | null>(null)
  const [override, setOverride] = useState(false)
  const { run, busy, said: fault } = useActionRunner()
  const reading = { mapping, default_date: day ? isoToDay(day) : null, date_order: dateOrder, units }
  const params = { import_uuid: file.import_uuid }
  const preview = useQuery({
    ...endpointQuery('POST /imports/{import_uuid}/preview', { params, body: reading }),
    placeholderData: (before) => before,
  })
  const start = (): Promise<void> =>
    run(async () => {
      await call('POST /imports/{import_uuid}/start', { params, body: { ...reading, override: override || null } })
      onStarted()
    })
  const choose = (field: ImportField, column: string) => {
    const { [field]: _, ...others } = mapping
    setMapping(column === '' ? others : { ...others, [field]: Number(column) })
  }
  const { good: bookable = 0, refused = 0 } = preview.data ?? {}
  const good = bookable + (override ? refused : 0)
  return (
    <section className={page.section} aria-label={file.file_name}>
      <h2>{file.file_name}</h2>
      <p className={page.soft}>
        {words.imports.rows(file.row_count)}{' '}
        {file.remembered ? words.imports.columnsRemembered : words.imports.columnsGuessed}
      </p>
      <div className={style.columns}>
        {IMPORT_FIELDS.map((field) => (
          <SelectField
            key={field}
            label={words.imports.columns[field]}
            value={mapping[field] ?? ''}
            onChange={(event) => choose(field, event.target.value)}
            none={words.imports.notInFile}
            options={file.headers.map((header, i) => [i, header || words.imports.column(i + 1)])}
          />
        ))}
        <Field
          label={words.imports.dateForRows}
          type="date"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </div>
      {ownerOnly === null ? (
        <label className={page.check}>
          <input type="checkbox" checked={override} onChange={(event) => setOverride(event.target.checked)} />{' '}
          {words.imports.importAnyway}
        </label>
      ) : null}
      <QueryState query={preview} what={words.imports.thePreview}>
        {(data) => (
          <>
            {data.dates ? <DateOrderField dates={data.dates} chosen={dateOrder} onChoose={setDateOrder} /> : null}
            {data.units ? (
              <SelectField
                label={words.imports.withoutUnit}
                value={units ?? data.units}
                onChange={(event) => setUnits(FILE_UNITS.find((one) => one === event.target.value) ?? null)}
                options={[
                  ['US', words.imports.inPounds],
                  ['METRIC', words.imports.inKilograms],
                ]}
              />
            ) : null}
            <Preview data={data} override={override} />
          </>
        )}
      </QueryState>
      <p role="alert" className={page.bad}>
        {fault}
      </p>
      <div className={page.row}>
        <Button onClick={onClose}>{words.imports.chooseAnother}</Button>
        <Button
          kind="primary"
          busy={busy || preview.isFetching}
          reason={preview.data && good === 0 ? words.imports.nothingGood : null}
          onClick={() => void start()}
        >
          {words.imports.importCount(good)}
        </Button>
      </div>
    </section>
  )
}

const Preview = ({
  data: { good: bookable, bad: unread, refused, looked_up: lookedUp, left_out: leftOut, faults },
  override,
}: {
  data: PreviewOut
  override: boolean
}) => {
  const [good, bad] = override ? [bookable + refused, unread] : [bookable, unread + refused]
  return (
    <>
      <p role="status">
        {leftOut > 0 ? words.imports.canBeLeftOut(good, bad, leftOut) : words.imports.canBe(good, bad)}
        {lookedUp > 0 && !override ? ` ${words.imports.lookedUp(lookedUp)}` : ''}
      </p>
      {faults.length > 0 ? (
        <div className={style.faults} role="region" aria-label={words.imports.faults} tabIndex={0}>
          <Table columns={[words.imports.row, words.imports.columnHead, words.imports.problem]}>
            {faults.map((fault) => (
              <tr key={`${fault.line} ${fault.column} ${fault.message}`}>
                <td>{fault.line}</td>
                <td>{fault.column ?? '–'}</td>
                <td>{fault.message}</td>
              </tr>
            ))}
          </Table>
        </div>
      ) : null}
    </>
  )
}
