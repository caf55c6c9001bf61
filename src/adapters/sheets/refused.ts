// Why a file is not read, in sentences for the user: what is wrong, the limit, and what to do.

/** Ends the reading of a file. */
export class Refused extends Error {}

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`
const count = (value: number): string => value.toLocaleString('en-US')

export const refused = {
  unreadable: () =>
    new Refused(
      'This is not an Excel workbook that can be read. In the spreadsheet, save it as CSV and choose it again.',
    ),
  sealed: () =>
    new Refused(
      'This workbook has a password or is an old Excel file (.xls). Save it as .xlsx without a password, or as CSV, and choose it again.',
    ),
  inflating: (bytes: number) =>
    new Refused(
      `Unpacked, the file is larger than ${megabytes(bytes)}, the most that is read. Delete rows and columns that look empty, or save it as CSV and choose it again.`,
    ),
  cells: (most: number) =>
    new Refused(
      `The file has more than ${count(most)} cells, empty ones included. Delete rows and columns that look empty, or split it.`,
    ),
  quotations: (most: number) =>
    new Refused(
      `The file has more than ${count(most)} quotation marks. In the spreadsheet, save it as CSV anew, or split it.`,
    ),
  text: (most: number) =>
    new Refused(`The cells of the file have more than ${count(most)} characters. Remove columns, or split it.`),
  rows: (rows: number | string, most: number) =>
    new Refused(`The file has ${rows} rows; at most ${most} go into one import. Split it.`),
  columns: (columns: number, most: number) =>
    new Refused(`The file has ${columns} columns; at most ${most} can be read. Remove what is not needed.`),
}
