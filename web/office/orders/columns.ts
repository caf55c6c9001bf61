// Visible columns of the table, stored in this browser. The reference is always visible.
import { useState } from 'react'
import type { ExportColumn } from '../../../src/contract/office/orders.ts'
import { readStored, writeStored } from '../../ui/browser-storage.ts'

export const COLUMNS = [
  'date',
  'customer',
  'phone',
  'email',
  'address',
  'window',
  'goods',
  'notes',
  'status',
  'route',
] as const
type AllNamed = Exclude<ExportColumn, (typeof COLUMNS)[number]> extends never ? readonly ExportColumn[] : never
const ALL: AllNamed = COLUMNS

const DEFAULT_COLUMNS: readonly ExportColumn[] = ['date', 'customer', 'address', 'window', 'goods', 'status', 'route']
const KEY = 'orders-columns'

export function useColumns(): [readonly ExportColumn[], (columns: readonly ExportColumn[]) => void] {
  const [columns, setColumns] = useState(readStoredColumns)
  return [
    columns,
    (chosen) => {
      const ordered = ALL.filter((column) => chosen.includes(column))
      setColumns(ordered)
      writeStored('browser', KEY, JSON.stringify(ordered))
    },
  ]
}

function readStoredColumns(): readonly ExportColumn[] {
  try {
    const read: unknown = JSON.parse(readStored('browser', KEY) ?? 'null')
    return Array.isArray(read) ? ALL.filter((column) => read.includes(column)) : DEFAULT_COLUMNS
  } catch {
    return DEFAULT_COLUMNS
  }
}
