// Menu of visible columns. It closes on Escape or when it loses focus.
import { useState } from 'react'
import type { ExportColumn } from '../../../src/contract/office/orders.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { COLUMNS } from './columns.ts'
import { columnName } from './order-words.ts'
import style from './orders.module.css'

interface Props {
  columns: readonly ExportColumn[]
  onColumns: (columns: readonly ExportColumn[]) => void
}

export function ColumnsMenu({ columns, onColumns }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <div
      className={style.columns}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <Button
        kind="quiet"
        icon
        aria-label={words.orders.columns}
        title={words.orders.columns}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="columns" />
      </Button>
      {open ? (
        <ul aria-label={words.orders.columns}>
          {COLUMNS.map((column) => (
            <li key={column}>
              <label>
                <input
                  type="checkbox"
                  checked={columns.includes(column)}
                  onChange={({ target }) =>
                    onColumns(target.checked ? [...columns, column] : columns.filter((one) => one !== column))
                  }
                />
                {columnName(column)}
              </label>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
