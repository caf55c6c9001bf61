// A table as an Excel workbook: text stays text, whatever it begins with, and the headers stay in sight.
import writeExcelFile from 'write-excel-file/node'
import type { WrittenSheet } from '../../app/ports/sheets.ts'

/** In characters of the column's widest cell, and no wider than is read. */
const WIDEST = 40
const MARGIN = 2

export async function writeExcel({ headers, rows }: WrittenSheet): Promise<Uint8Array> {
  const head = headers.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const body = rows.map((cells) =>
    cells.map((value) =>
      value === null ? null : typeof value === 'number' ? { value, type: Number } : { value, type: String },
    ),
  )
  const columns = headers.map((header, i) => ({
    width: Math.min(WIDEST, Math.max(header.length, ...rows.map((cells) => String(cells[i] ?? '').length)) + MARGIN),
  }))
  return writeExcelFile([head, ...body], { columns, stickyRowsCount: 1 }).toBuffer()
}
