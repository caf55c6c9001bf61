// The first sheet of an Excel workbook (.xlsx), as rows and columns of text.
import { readSheet } from 'read-excel-file/node'
import type { Sheet, SheetFault } from '../../app/ports/sheets.ts'
import { type Line, type Most, sheetOf } from './sheet-rows.ts'

/** A zip file, which a workbook is. */
const MARK = [0x50, 0x4b, 0x03, 0x04]

/** Of the container of an old workbook (.xls), and of any workbook with a password. */
const OLD_MARK = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const begins = (content: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, i) => content[i] === byte)

export const isExcel = (content: Uint8Array): boolean => begins(content, MARK) || begins(content, OLD_MARK)

export async function readExcel(content: Uint8Array, most: Most): Promise<Sheet | SheetFault> {
  if (begins(content, OLD_MARK))
    return {
      fault:
        'This workbook has a password or is an old Excel file (.xls). Save it as .xlsx without a password, or as CSV, and choose it again.',
    }
  let rows: readonly (readonly unknown[])[]
  try {
    // Numbers as they are written: a postal code or phone number is not to be rounded.
    rows = await readSheet(Buffer.from(content), { parseNumber: (text) => text })
  } catch {
    return {
      fault: 'This is not an Excel workbook that can be read. In the spreadsheet, save it as CSV and choose it again.',
    }
  }
  const lines: Line[] = rows.map((cells, i) => ({ line: i + 1, cells: cells.map(textOf) }))
  return sheetOf(lines, most, { delimiter: '', encoding: 'xlsx' })
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) return dateText(cell)
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}

/** Excel's day 0 begins in 1899: what is before 1901 is a time of day. */
function dateText(date: Date): string {
  const [day = '', time = ''] = date.toISOString().slice(0, 16).split('T')
  if (date.getUTCFullYear() < 1901) return time
  return time === '00:00' ? day : `${day} ${time}`
}
