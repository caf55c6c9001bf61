// Explains to the user why a file is not read: the problem, the limit, and what to do.
import { asText, render, type Said, type Text, text } from '../../texts/text.ts'

/** Stops reading a file. */
export class SheetRefusal extends Error {
  readonly said: Text
  constructor(said: Said) {
    super(render(said))
    this.said = asText(said)
  }
}

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`
const count = (value: number): string => value.toLocaleString('en-US')

export const sheetRefusals = {
  unreadable: () =>
    new SheetRefusal(
      'This is not an Excel workbook that can be read. In the spreadsheet, save it as CSV and choose it again.',
    ),
  sealed: () =>
    new SheetRefusal(
      'This workbook has a password or is an old Excel file (.xls). Save it as .xlsx without a password, or as CSV, and choose it again.',
    ),
  inflating: (bytes: number) =>
    new SheetRefusal(
      text(
        'The unpacked file is larger than the limit of {size}. Delete rows and columns that look empty, or save it as CSV and choose it again.',
        { size: megabytes(bytes) },
      ),
    ),
  cells: (most: number) =>
    new SheetRefusal(
      text(
        'The file has more than {most} cells, empty ones included. Delete rows and columns that look empty, or split it.',
        { most: count(most) },
      ),
    ),
  quotations: (most: number) =>
    new SheetRefusal(
      text('The file has more than {most} quotation marks. Save it as CSV from the spreadsheet again, or split it.', {
        most: count(most),
      }),
    ),
  text: (most: number) =>
    new SheetRefusal(
      text('The cells of the file have more than {most} characters. Remove columns, or split it.', {
        most: count(most),
      }),
    ),
  rows: (rows: number | string, most: number) =>
    new SheetRefusal(
      text('The file has {count} rows; at most {most} go into one import. Split it.', { count: rows, most }),
    ),
  columns: (columns: number, most: number) =>
    new SheetRefusal(
      text('The file has {count} columns; at most {most} can be read. Remove the columns that are not needed.', {
        count: columns,
        most,
      }),
    ),
}
