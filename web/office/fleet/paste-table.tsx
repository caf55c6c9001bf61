// The cells of a pasted table, with the result of each row.
import type { ClipboardEvent } from 'react'
import { type FleetCells, FLEET_COLUMNS, type FleetColumn } from '../../../src/domain/imports/fleet-table.ts'
import { unitOf } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import style from './paste.module.css'
import type { RowResult } from './paste-rows.ts'

interface Props {
  rows: readonly FleetCells[]
  columns: readonly FleetColumn[]
  results: readonly (RowResult | null)[]
  onPaste: (event: ClipboardEvent, row: number, column: FleetColumn) => void
  onChange: (row: number, column: FleetColumn, text: string) => void
  onColumn: (at: number, column: FleetColumn) => void
}

export const PasteTable = ({ rows, columns, results, onPaste, onChange, onColumn }: Props) => (
  <div className={style.scroll}>
    <table>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{words.firstSteps.row}</span>
          </th>
          {columns.map((column, at) => (
            <th key={column} scope="col">
              <select
                aria-label={words.firstSteps.column(at + 1)}
                value={column}
                onChange={(event) => onColumn(at, event.target.value as FleetColumn)}
              >
                {FLEET_COLUMNS.map((one) => (
                  <option key={one} value={one}>
                    {nameOf(one)}
                  </option>
                ))}
              </select>
            </th>
          ))}
          <th scope="col">{words.firstSteps.result}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            <td>{i + 1}</td>
            {columns.map((column) => (
              <td key={column}>
                <input
                  aria-label={words.firstSteps.cell(i + 1, nameOf(column))}
                  aria-invalid={results[i]?.column === column || undefined}
                  autoFocus={i === 0 && column === columns[0]}
                  value={row[column]}
                  onChange={(event) => onChange(i, column, event.target.value)}
                  onPaste={(event) => onPaste(event, i, column)}
                />
              </td>
            ))}
            <td>{results[i] ? <Result {...results[i]} /> : null}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const ICONS: Record<RowResult['state'], IconName> = { new: 'checked', known: 'warning', fault: 'failed' }

const Result = ({ state, text }: RowResult) => (
  <span className={[style.result, style[state]].join(' ')} title={text}>
    <Icon name={ICONS[state]} />
    {text}
  </span>
)

function nameOf(column: FleetColumn): string {
  const name = words.firstSteps.columns[column]
  return typeof name === 'string' ? name : name(unitOf('weight'))
}
