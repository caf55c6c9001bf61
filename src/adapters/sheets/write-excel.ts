// Writes a table as an Excel workbook. Text stays text, whatever its first character is, and the headers stay visible.
import writeExcelFile from 'write-excel-file/node'
import type { WrittenSheet } from '../../app/ports/sheets.ts'

/** Maximum width of a column, in characters. Narrower columns have the width of their widest cell. */
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
