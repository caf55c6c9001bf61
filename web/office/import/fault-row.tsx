// Rows that need attention: with a fault, which is corrected in place, left out because the shop doesn't deliver them, or
// outside the hours of their street.
import { useState } from 'react'
import type { ImportFault, PreviewOut } from '../../../src/contract/office/imports.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/locale.ts'
import style from './import.module.css'
import type { Reading } from './use-reading.ts'

export function FaultRow({ fault, reading }: { fault: ImportFault; reading: Reading }) {
  const { line, name, field, column, value, message } = fault
  const [text, setText] = useState(value)
  const label = column ?? (field ? words.imports.columns[field] : '')
  return (
    <li className={style.row}>
      <span className={style.line}>{words.imports.rowNumber(line)}</span>
      <span className={style.who}>
        <strong>{name || words.imports.noName}</strong>
        <span>{label}</span>
      </span>
      {field ? (
        <form
          className={style.fix}
          onSubmit={(event) => {
            event.preventDefault()
            reading.correct([{ line, field, text }])
          }}
        >
          <input
            aria-label={words.imports.valueIn(label, line)}
            aria-invalid
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" small reason={text === value ? words.imports.changeFirst : null}>
            {words.common.save}
          </Button>
        </form>
      ) : (
        <span />
      )}
      <span className={style.bad}>{message}</span>
    </li>
  )
}

export const LeftOutRow = ({ row, onKeep }: { row: PreviewOut['left_out_rows'][number]; onKeep: () => void }) => (
  <li className={style.row}>
    <span className={style.line}>{words.imports.rowNumber(row.line)}</span>
    <span className={style.who}>
      <strong>{row.name || words.imports.noName}</strong>
    </span>
    <span className={style.message}>{row.reason}</span>
    <Button small aria-label={words.imports.addAnywayRow(row.line)} onClick={onKeep}>
      {words.imports.addAnyway}
    </Button>
  </li>
)

export const OutsideHoursItem = ({ row }: { row: PreviewOut['outside_hours_rows'][number] }) => (
  <li className={style.row}>
    <span className={style.line}>{words.imports.rowNumber(row.line)}</span>
    <span className={style.who}>
      <strong>{row.name || words.imports.noName}</strong>
    </span>
    <span className={style.message}>{row.message}</span>
  </li>
)
