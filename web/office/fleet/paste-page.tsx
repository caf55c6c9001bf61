// Adds several vehicles and drivers: a table that is typed, pasted from a spreadsheet, or read from a CSV file. Each row
// shows its result before it is added.
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import {
  type FleetCells,
  type FleetColumn,
  FLEET_COLUMNS,
  fleetCellsIn,
  MAX_FLEET_ROWS,
  NO_CELLS,
  USUAL_SHIFT,
} from '../../../src/domain/imports/fleet-table.ts'
import { ApiError, asUncheckedBody, call } from '../../api/client.ts'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { useEscape } from '../../ui/confirm.tsx'
import { clockTime } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import style from './paste.module.css'
import { PasteTable } from './paste-table.tsx'
import { type Faults, faultsIn, isFilled, newRecords, resultOf, rowOf } from './paste-rows.ts'

const EMPTY_ROWS = 10

interface Props {
  fleet: FleetOut
  /** Called after the rows are added, with the result in words. */
  onAdded: () => void
  onClose: () => void
}

export function PastePage({ fleet, onAdded, onClose }: Props) {
  const table = usePasteTable()
  const { rows, faults, setFaults, setSaid } = table
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const { onEscape, confirmation } = useEscape(() => rows.some(isFilled), onClose)
  // On the document, because a closed question leaves the focus there. It listens first, while the question is still open.
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return
      // The browser would close the question, which is open by then.
      event.preventDefault()
      onEscape()
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  })
  const results = rows.map((row, i) => resultOf(row, fleet, faults.get(i) ?? new Map()))
  const added = rows.flatMap((_, i) => (results[i]?.state === 'new' ? [i] : []))
  const save = async (): Promise<void> => {
    setSaid(added.length === 0 ? words.firstSteps.nothing : '')
    if (added.length === 0) return
    setBusy(true)
    try {
      const body = asUncheckedBody<'POST /fleet-rows'>({ rows: added.map((i) => rowOf(rows[i] ?? NO_CELLS)) })
      await call('POST /fleet-rows', { body })
      onAdded()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const found = faultsIn(error, added)
      setFaults(found)
      setSaid(found.size === 0 ? error.message : '')
      // Focuses the first invalid cell, after React has rendered the faults.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    } finally {
      setBusy(false)
    }
  }
  return (
    <div ref={form} className={style.paste}>
      <section className={style.card} aria-labelledby="paste-title">
        <header>
          <div>
            <h2 id="paste-title">{words.firstSteps.addTable}</h2>
            <p>{words.firstSteps.tableLead(clockTime(USUAL_SHIFT.start), clockTime(USUAL_SHIFT.end))}</p>
          </div>
          <FileButton onText={table.putFile} />
        </header>
        <PasteTable {...table} results={results} />
        <footer>
          <p role="status">{summary(rows, results, fleet)}</p>
          <p role="alert">{table.said}</p>
          <Button
            kind="quiet"
            reason={rows.length < MAX_FLEET_ROWS ? null : words.firstSteps.tooMany(MAX_FLEET_ROWS)}
            onClick={table.moreRows}
          >
            {words.firstSteps.moreRows}
          </Button>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="primary" busy={busy} onClick={() => void save()}>
            {words.firstSteps.addRows(added.length)}
          </Button>
        </footer>
      </section>
      {confirmation}
    </div>
  )
}

/** The rows, the order of the columns, and the faults that the server found. */
function usePasteTable() {
  const [rows, setRows] = useState(() => emptyRows(EMPTY_ROWS))
  const [columns, setColumns] = useState<readonly FleetColumn[]>(FLEET_COLUMNS)
  const [faults, setFaults] = useState<Faults>(new Map())
  const [said, setSaid] = useState('')
  const put = (text: string, from: number, at?: FleetColumn): void => {
    const read = fleetCellsIn(text, at ?? columns[0], columns)
    const end = Math.min(from + read.length, MAX_FLEET_ROWS)
    const next = [...rows, ...emptyRows(Math.max(0, end - rows.length))]
    for (const [i, cells] of read.slice(0, end - from).entries())
      next[from + i] = { ...NO_CELLS, ...next[from + i], ...cells }
    setRows(next)
    setFaults(new Map())
    setSaid(from + read.length > MAX_FLEET_ROWS ? words.firstSteps.tooMany(MAX_FLEET_ROWS) : '')
  }
  return {
    rows,
    columns,
    faults,
    said,
    setFaults,
    setSaid,
    putFile: (text: string) => {
      const from = rows.findIndex((row) => !isFilled(row))
      put(text, from === -1 ? rows.length : from)
    },
    moreRows: () => setRows([...rows, ...emptyRows(Math.min(EMPTY_ROWS, MAX_FLEET_ROWS - rows.length))]),
    onPaste: (event: ClipboardEvent, row: number, column: FleetColumn) => {
      const text = event.clipboardData.getData('text/plain')
      // A single cell is pasted into the field as usual.
      if (!/[\t\n]/.test(text.trim())) return
      event.preventDefault()
      put(text, row, column)
    },
    onChange: (row: number, column: FleetColumn, text: string) => {
      setRows(rows.map((one, i) => (i === row ? { ...one, [column]: text } : one)))
      setFaults(new Map([...faults].filter(([i]) => i !== row)))
    },
    /** Moves a column to this position. The column there moves to the previous position of the first. */
    onColumn: (at: number, column: FleetColumn) => {
      const now = columns[at]
      setColumns(columns.map((one, i) => (i === at ? column : one === column ? (now ?? one) : one)))
      if (now) setRows(rows.map((row) => ({ ...row, [now]: row[column], [column]: row[now] })))
    },
  }
}

const emptyRows = (count: number): FleetCells[] => Array.from({ length: count }, () => ({ ...NO_CELLS }))

const FileButton = ({ onText }: { onText: (text: string) => void }) => (
  <label className={`${button.button} ${style.file}`}>
    {words.firstSteps.fromFile}
    <input
      className="visually-hidden"
      type="file"
      accept=".csv,.tsv,.txt,text/csv"
      onChange={(event) => {
        void event.target.files?.[0]?.text().then(onText)
        event.target.value = ''
      }}
    />
  </label>
)

function summary(
  rows: readonly FleetCells[],
  results: readonly ReturnType<typeof resultOf>[],
  fleet: FleetOut,
): string {
  const count = (state: string): number => results.filter((result) => result?.state === state).length
  const { vehicles, drivers } = newRecords(
    rows.filter((_, i) => results[i]?.state === 'new'),
    fleet,
  )
  return count('new') + count('known') + count('fault') === 0
    ? ''
    : words.firstSteps.pasted(vehicles, drivers, count('known'), count('fault'))
}
