// Reads a sheet of an Excel workbook (.xlsx) as rows and columns of text.
import type { Sheet, SheetChoice, SheetFault, SheetLimits } from '../../app/ports/sheets.ts'
import { SheetRefusal, sheetRefusals } from './refused.ts'
import { type Counter, openCounter } from './sheet-counter.ts'
import { type Line, sheetOf } from './sheet-rows.ts'
import { readDateStyles, readTexts, readWorkbook, unescapedText, type Workbook } from './workbook.ts'
import { type Attributes, openWorkbook, type WorkbookParts } from './workbook-parts.ts'

/** Signature of a zip file, which a workbook is. */
const MARK = [0x50, 0x4b, 0x03, 0x04]

/** Signature of the container of old workbooks (.xls) and of all workbooks with a password. */
const OLD_MARK = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const beginsWith = (content: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, i) => content[i] === byte)

export const isExcel = (content: Uint8Array): boolean => beginsWith(content, MARK) || beginsWith(content, OLD_MARK)

/** Maximum number of sheets to choose from. Later sheets are ignored. */
const MAX_SHEETS = 50

/**
 * Reads one of the sheets that are not empty. If `sheet` is null and there are several, returns their names. Decompresses
 * only the list of sheets, the formats, the shared texts, the sheet, and the beginning of the other sheets.
 */
export async function readExcel(content: Uint8Array, limits: SheetLimits): Promise<Sheet | SheetFault>
export async function readExcel(
  content: Uint8Array,
  limits: SheetLimits,
  sheet: number | null,
): Promise<Sheet | SheetChoice | SheetFault>
export async function readExcel(
  content: Uint8Array,
  limits: SheetLimits,
  sheet: number | null = 0,
): Promise<Sheet | SheetChoice | SheetFault> {
  try {
    if (beginsWith(content, OLD_MARK)) throw sheetRefusals.sealed()
    const parts = await openWorkbook(content, limits)
    const { sheets, from1904, stylesPart, textsPart } = await readWorkbook(parts)
    const filled = sheets.length > 1 ? await filledSheets(parts, sheets.slice(0, MAX_SHEETS)) : sheets
    if (sheet === null && filled.length > 1) return { sheets: filled.map(({ name }) => name) }
    const chosen = filled[sheet ?? 0] ?? sheets[0]
    if (!chosen) throw sheetRefusals.unreadable()
    const counter = openCounter(limits)
    const texts = await readTexts(parts, textsPart, openCounter(limits))
    const dates = await readDateStyles(parts, stylesPart)
    const lines = await readLines(parts, chosen.part, { texts, dates, from1904 }, limits.columns, counter)
    const read = sheetOf(lines, limits, { delimiter: '', encoding: 'xlsx' })
    return 'fault' in read || filled.length < 2 ? read : { ...read, name: chosen.name }
  } catch (error) {
    // Any other error means that the archive or its XML is damaged.
    return { fault: error instanceof SheetRefusal ? error.said : sheetRefusals.unreadable().said }
  }
}

/** Returns the sheets with at least one value. Reads each only up to its first value. */
async function filledSheets(parts: WorkbookParts, sheets: Workbook['sheets']): Promise<Workbook['sheets']> {
  const filled: Workbook['sheets'] = []
  for (const sheet of sheets) {
    let hasValue = false
    const isValue = (element: string): boolean => element === 'v' || element === 't'
    await parts.read(sheet.part, {
      open: () => {},
      close: (element) => (hasValue ||= isValue(element)),
    })
    if (hasValue) filled.push(sheet)
  }
  return filled
}

interface Shared {
  texts: readonly string[]
  /** Whether the cells of a style are dates, by the index of the style. */
  dates: readonly boolean[]
  from1904: boolean
}

/** Returns the rows with text, each up to its last cell with text. */
async function readLines(
  parts: WorkbookParts,
  part: string,
  shared: Shared,
  mostColumns: number,
  counter: Counter,
): Promise<Line[]> {
  const lines: Line[] = []
  let [line, column, value, isValue] = [0, 0, '', false]
  let cells: string[] = []
  let cell: Attributes = {}
  const endCell = (): void => {
    const text = textOf(cell, value, shared)
    value = ''
    if (text === '') return
    counter.text(text)
    if (column > mostColumns) throw sheetRefusals.columns(column, mostColumns)
    while (cells.length < column - 1) {
      counter.cell()
      cells.push('')
    }
    cells[column - 1] = text
  }
  const found = await parts.read(part, {
    open: (element, attributes) => {
      if (element === 'v' || element === 't') isValue = true
      else if (element === 'c') {
        counter.cell()
        cell = attributes()
        column = columnOf(cell.r) ?? column + 1
      } else if (element === 'row') {
        counter.cell()
        line = Number(attributes().r ?? line + 1)
        ;[column, cells] = [0, []]
      }
    },
    close: (element) => {
      if (element === 'v' || element === 't') isValue = false
      else if (element === 'c') endCell()
      else if (element === 'row' && cells.length > 0) {
        counter.row()
        lines.push({ line, cells })
      }
      return element === 'sheetData'
    },
    text: (text) => {
      if (isValue) value += text
    },
  })
  if (!found) throw sheetRefusals.unreadable()
  return lines
}

/**
 * Returns the text of a cell. A cell of type inlineStr contains its text. A number stays as it is written, because a
 * postal code must not be rounded.
 */
function textOf({ t: type = 'n', s: style }: Attributes, value: string, { texts, dates, from1904 }: Shared): string {
  if (value === '' || type === 'e') return ''
  if (type === 's') return (texts[Number(value)] ?? '').trim()
  if (type === 'b') return String(value === '1')
  if (type === 'd') return dateText(Date.parse(value)) ?? value
  if (type === 'n') return (dates[Number(style)] && daysText(Number(value), from1904)) || value
  return unescapedText(value).trim()
}

const LETTERS = /^([A-Z]{1,3})\d/

/** Returns the column in a cell's address, starting with 1. Null if there is none. */
function columnOf(address = ''): number | null {
  const [, letters] = LETTERS.exec(address) ?? []
  if (letters === undefined) return null
  let column = 0
  for (let i = 0; i < letters.length; i++) column = column * 26 + letters.charCodeAt(i) - 64
  return column
}

const DAY_SECONDS = 86_400
/** Days from Excel's day 0 to 1970, including its February 29, 1900. */
const DAYS_TO_1970 = 25_569
const DAYS_TO_1904 = 1_462
/**
 * Excel stores a time of day without a date as a number of days below 1. Smaller numbers of days than this one are
 * therefore read as times of day.
 */
const FIRST_DAY = 366
const MAX_INSTANT = 8.64e15

/**
 * Returns a date or time. Rounds to whole seconds, because fractions of a day are stored inexactly. Null if it is not a
 * valid time.
 */
function daysText(days: number, from1904: boolean): string | null {
  const seconds = Math.round((days + (from1904 ? DAYS_TO_1904 : 0) - DAYS_TO_1970) * DAY_SECONDS)
  const text = dateText(seconds * 1000)
  return text !== null && days < FIRST_DAY ? new Date(seconds * 1000).toISOString().slice(11, 16) : text
}

function dateText(instant: number): string | null {
  if (!(Math.abs(instant) <= MAX_INSTANT)) return null
  const [day = '', time = ''] = new Date(instant).toISOString().slice(0, 16).split('T')
  return time === '00:00' ? day : `${day} ${time}`
}
