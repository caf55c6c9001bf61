import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSheet } from '../../../src/adapters/sheets/sheet-text.ts'
import { SHEET_LIMITS } from '../../../src/app/ports/sheets.ts'
import { render } from '../../../src/texts/text.ts'

const LIMITS = { ...SHEET_LIMITS, rows: 100, columns: 5 }
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
const read = (content: Buffer) => {
  const sheet = readSheet(content, LIMITS)
  return 'fault' in sheet ? assert.fail(render(sheet.fault)) : sheet
}

test('every common delimiter and encoding gives the same table', () => {
  const text = (delimiter: string) => `Náme${delimiter}Address\r\nZoë${delimiter}"1 A St${delimiter} rear"\r\n`
  for (const delimiter of [',', ';', '\t', '|']) {
    const contents = {
      'utf-8': bytes(text(delimiter)),
      'windows-1252': bytes(text(delimiter), 'latin1'),
      'utf-16le': Buffer.concat([Buffer.from([0xff, 0xfe]), bytes(text(delimiter), 'utf16le')]),
    }
    for (const [encoding, content] of Object.entries(contents)) {
      const sheet = read(content)
      assert.deepEqual([sheet.encoding, sheet.delimiter], [encoding, delimiter])
      assert.deepEqual(sheet.headers, ['Náme', 'Address'])
      assert.deepEqual(sheet.rows, [{ line: 2, cells: ['Zoë', `1 A St${delimiter} rear`] }])
    }
  }
  assert.deepEqual(read(bytes(`\uFEFF${text(',')}`)).headers, ['Náme', 'Address'])
})

test('blank rows are skipped but counted', () => {
  assert.deepEqual(
    read(bytes('A,B\n\n1,2\n,\n3,4\n')).rows.map(({ line }) => line),
    [3, 5],
  )
})

test('a title in one cell above the table names no column', () => {
  const sheet = read(bytes('Orders for Friday,,\n\nName,Address,City\nZoë,1 A St,Washington'))
  assert.deepEqual(sheet.headers, ['Name', 'Address', 'City'])
  assert.deepEqual(
    sheet.rows.map(({ line }) => line),
    [4],
  )
  assert.deepEqual(read(bytes('Name\nZoë')).headers, ['Name'], 'the header of a table with one column is not a title')
})

test('a file without a table is refused with a reason', () => {
  const fault = (content: Buffer) => {
    const sheet = readSheet(content, LIMITS)
    return 'fault' in sheet ? render(sheet.fault) : assert.fail('read')
  }
  assert.match(fault(Buffer.from([0x50, 0x4b, 3, 4, 0x14, 0, 0, 0, 8, 0])), /not a text file/)
  assert.match(fault(bytes('')), /no rows/)
  assert.match(fault(bytes('Name,Address\n\n')), /no rows/)
  assert.match(fault(bytes('Name,Address\n"open,1')), /Row 2 begins a quotation/)
  assert.match(fault(bytes(`A\n${'1\n'.repeat(101)}`)), /101 rows; at most 100/)
  assert.match(fault(bytes('A,B,C,D,E,F\n1,2,3,4,5,6')), /6 columns; at most 5/)
})

test('reading ends at the limit of cells or rows, in one row or in many', () => {
  const fault = (content: string, limits: Partial<typeof LIMITS>) => {
    const sheet = readSheet(bytes(content), { ...LIMITS, ...limits })
    return 'fault' in sheet ? render(sheet.fault) : assert.fail('read')
  }
  const head = 'Name,Address\n'
  assert.match(fault(`${head}${','.repeat(1_000)}`, { cells: 1_000 }), /more than 1,000 cells, empty ones included/)
  for (const end of ['\n', '\r', '\r\n'])
    assert.match(fault(head + end.repeat(1_000), { cells: 1_000 }), /more than 1,000 cells/)
  assert.match(fault(head + '1,2\n'.repeat(300), {}), /^The file has more than 200 rows; at most 100/)
  assert.match(fault(`${head}"${'""'.repeat(500_000)}`, {}), /Row 2 begins a quotation/)
  for (const quotations of ['""', 'a"', '"a'])
    assert.match(
      fault(head + quotations.repeat(2_500), { cells: 1_000 }),
      /^The file has more than 2,000 quotation marks/,
    )
})
