// Table for vehicles and drivers. Rows can be typed, pasted from a spreadsheet, or read from a CSV file.
import { type ClipboardEvent, useRef, useState } from 'react'
import {
  type FleetCells,
  type FleetColumn,
  FLEET_COLUMNS,
  fleetCellsIn,
  MAX_FLEET_ROWS,
  NO_CELLS,
  USUAL_SHIFT,
} from '../../../src/domain/imports/fleet-table.ts'
import { timeIn } from '../../../src/domain/imports/import-cells.ts'
import { numberIn } from '../../../src/domain/imports/import-numbers.ts'
import { ApiError, call, asUncheckedBody } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { useEscape } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { clockTime, storedValueOf, unitOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import style from '../first-steps/first-steps.module.css'

const EMPTY_ROWS = 8

const emptyRows = (count: number): FleetCells[] => Array.from({ length: count }, () => ({ ...NO_CELLS }))
const isFilled = (row: FleetCells): boolean => FLEET_COLUMNS.some((column) => row[column].trim())

export function FleetTable({ onClose }: { onClose: () => void }) {
  const [rows, setRows] = useState(() => emptyRows(EMPTY_ROWS))
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const grid = useRef<HTMLDivElement>(null)

  const { onEscape, confirmation } = useEscape(() => rows.some(isFilled), onClose)

  const put = (text: string, from: number, at: FleetColumn): void => {
    const read = fleetCellsIn(text, at)
    const end = Math.min(from + read.length, MAX_FLEET_ROWS)
    const next = [...rows, ...emptyRows(Math.max(0, end - rows.length))]
    for (const [i, cells] of read.slice(0, end - from).entries())
      next[from + i] = { ...NO_CELLS, ...next[from + i], ...cells }
    setRows(next)
    setFaults(new Map())
    setSaid(from + read.length > MAX_FLEET_ROWS ? words.firstSteps.tooMany(MAX_FLEET_ROWS) : '')
  }
  const paste = (event: ClipboardEvent, row: number, column: FleetColumn): void => {
    const text = event.clipboardData.getData('text/plain')
    // A single cell is pasted into the field as usual.
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    put(text, row, column)
  }
  const change = (row: number, column: FleetColumn, text: string): void =>
    setRows(rows.map((one, i) => (i === row ? { ...one, [column]: text } : one)))

  const save = async (): Promise<void> => {
    const filled = rows.flatMap((row, i) => (isFilled(row) ? [i] : []))
    setFaults(new Map())
    setSaid(filled.length === 0 ? words.firstSteps.nothing : '')
    if (filled.length === 0) return
    setBusy(true)
    try {
      const body = asUncheckedBody<'POST /fleet-rows'>({ rows: filled.map((i) => rowOf(rows[i] ?? NO_CELLS)) })
      await call('POST /fleet-rows', { body })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const found = faultsIn(error, filled)
      setFaults(found)
      setSaid(found.size === 0 ? error.message : '')
      // Focuses the first invalid cell, after React has rendered the faults.
      setTimeout(() => grid.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog wide title={words.firstSteps.table} onClose={onClose} onEscape={onEscape}>
      <p>{words.firstSteps.tableLead(clockTime(USUAL_SHIFT.start), clockTime(USUAL_SHIFT.end))}</p>
      <div ref={grid} className={style.grid}>
        <table>
          <thead>
            <tr>
              {FLEET_COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {nameOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {FLEET_COLUMNS.map((column) => (
                  <td key={column}>
                    <input
                      aria-label={words.firstSteps.cell(i + 1, nameOf(column))}
                      aria-invalid={faults.has(`${i}.${column}`) || undefined}
                      value={row[column]}
                      onChange={(event) => change(i, column, event.target.value)}
                      onPaste={(event) => paste(event, i, column)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={page.actions}>
        <Button
          kind="quiet"
          reason={rows.length < MAX_FLEET_ROWS ? null : words.firstSteps.tooMany(MAX_FLEET_ROWS)}
          onClick={() => setRows([...rows, ...emptyRows(Math.min(EMPTY_ROWS, MAX_FLEET_ROWS - rows.length))])}
        >
          {words.firstSteps.moreRows}
        </Button>
        <label>
          {words.firstSteps.fromFile}{' '}
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(event) => {
              const from = rows.findIndex((row) => !isFilled(row))
              void event.target.files?.[0]
                ?.text()
                .then((text) => put(text, from === -1 ? rows.length : from, 'vehicle'))
              event.target.value = ''
            }}
          />
        </label>
      </div>
      <div role="alert" className={style.faults}>
        {[...faults].map(([key, fault]) => (
          <p key={key}>{words.firstSteps.fault(cellName(key), fault)}</p>
        ))}
        {said ? <p>{said}</p> : null}
      </div>
      {confirmation}
      <DialogActions>
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button kind="primary" busy={busy} onClick={() => void save()}>
          {words.common.save}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function nameOf(column: FleetColumn): string {
  const name = words.firstSteps.columns[column]
  return typeof name === 'string' ? name : name(unitOf('weight'))
}

/** Name of the table cell for the key of a fault. */
function cellName(key: string): string {
  const [row = '0', column = 'vehicle'] = key.split('.')
  return words.firstSteps.cell(Number(row) + 1, nameOf(column as FleetColumn))
}

/** Converts a table row for the request body. Texts that can't be parsed stay unchanged, so that the server reports the cell. */
const rowOf = (row: FleetCells) => ({
  vehicle: row.vehicle || null,
  capacity_lbs: storedValueOf(
    'weight',
    row.capacity_lbs ? (numberIn(row.capacity_lbs, null) ?? row.capacity_lbs) : null,
  ),
  shift_start: row.shift_start ? (timeIn(row.shift_start) ?? row.shift_start) : null,
  shift_end: row.shift_end ? (timeIn(row.shift_end) ?? row.shift_end) : null,
  driver: row.driver || null,
  driver_phone: row.driver_phone || null,
})

/** Faults keyed by table row and column. `sent` has the table rows, because blank rows are not sent. */
const faultsIn = ({ faults }: ApiError, sent: readonly number[]): Map<string, string> =>
  new Map(
    [...faults].flatMap(([field, fault]): [string, string][] => {
      const [, row = '', column = ''] = /^rows\.(\d+)\.(\w+)$/.exec(field) ?? []
      const at = sent[Number(row)]
      return row && at !== undefined ? [[`${at}.${column}`, fault]] : []
    }),
  )
