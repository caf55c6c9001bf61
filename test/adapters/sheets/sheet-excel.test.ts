import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExcel, readExcel } from '../../../src/adapters/sheets/sheet-excel.ts'
import { openSheets } from '../../../src/adapters/sheets/sheets.ts'
import { isDateCode } from '../../../src/adapters/sheets/workbook.ts'
import { SHEET_LIMITS } from '../../../src/app/ports/sheets.ts'
import {
  deflated,
  hostileWorkbooks,
  type Part,
  partsOf,
  sheetPart,
  stored,
  textCell as text,
  workbook,
  zip,
} from '../../helpers/workbooks.ts'
import { render } from '../../../src/texts/text.ts'

const LIMITS = { ...SHEET_LIMITS, rows: 3, columns: 9 }
const UNREADABLE = /^This is not an Excel workbook that can be read/

const read = async (content: Buffer) => {
  const sheet = await readExcel(content, LIMITS)
  return 'fault' in sheet ? assert.fail(render(sheet.fault)) : sheet
}

const header = (...names: string[]): string =>
  `<row r="1">${names.map((name, i) => text(`${'ABCDEFGH'[i]}1`, name)).join('')}</row>`

test('the first sheet of a workbook is read with its dates, times and long numbers', async () => {
  const head = ['Reference', 'Delivery date', 'From', 'Phone']
  const content = workbook(
    header(...head) +
      `<row r="3">${text('A3', 'O-1')}<c r="B3" s="1"><v>46350</v></c><c r="C3" s="2"><v>0.375</v></c><c r="D3"><v>12025550143</v></c></row>`,
  )
  assert.ok(isExcel(content))
  const sheet = await read(content)
  assert.deepEqual(sheet.headers, head)
  assert.deepEqual(sheet.rows, [{ line: 3, cells: ['O-1', '2026-11-24', '09:00', '12025550143'] }])
  assert.equal(sheet.encoding, 'xlsx')
})

test('times are read to the second, although their fractions of a day are a little less', async () => {
  const times = [46_359 + 2.5 / 24, 46_359 + 14.5 / 24, 9.1 / 24]
  const row = (r: number) =>
    `<row r="${r}">${times.map((days, i) => `<c r="${'ABC'[i]}${r}" s="${i === 2 ? 2 : 3}"><v>${days}</v></c>`).join('')}</row>`
  const { rows } = await read(workbook(header('A', 'B', 'C') + row(2)))
  assert.deepEqual(rows[0]?.cells, ['2026-12-03 02:30', '2026-12-03 14:30', '09:06'])
  const { rows: from1904 } = await read(
    workbook(
      `${header('A', 'B')}<row r="2"><c r="A2" s="1"><v>44897</v></c><c r="B2" s="2"><v>0.375</v></c></row>`,
      undefined,
      '<workbookPr date1904="1"/>',
    ),
  )
  assert.deepEqual(from1904[0]?.cells, ['2026-12-03', '09:00'])
})

test('each kind of cell is read as displayed', async () => {
  const cells = [
    '<c r="A2" t="s"><v>0</v></c>',
    '<c r="B2" t="s"><v>1</v></c>',
    '<c r="C2" t="b"><v>1</v></c>',
    '<c r="D2" t="e"><v>#N/A</v></c>',
    '<c r="E2" t="str"><f>CONCATENATE("a","b")</f><v>ab</v></c>',
    '<c r="F2" t="d"><v>2026-12-03T09:30:00Z</v></c>',
    '<c r="H2"><v>0.1</v></c>',
  ]
  const texts =
    '<si><t>Zo&#235; &amp; &#x1F69A;_x000A_&lol;</t></si><si><r><t>1 </t></r><r><t xml:space="preserve">A St</t></r><rPh><t>x</t></rPh></si>'
  const { rows } = await read(
    workbook(`${header('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H')}<row r="2">${cells.join('')}</row>`, texts),
  )
  assert.deepEqual(rows[0]?.cells, ['Zoë & 🚚\n&lol;', '1 A St', 'true', '', 'ab', '2026-12-03 09:30', '', '0.1'])
})

test('cells and rows without an address are consecutive, and elements may have a prefix', async () => {
  const rows = `<row>${'<c t="inlineStr"><is><t>A</t></is></c>'.repeat(2)}</row><row><c><v>1</v></c><c><v>2</v></c></row>`
  const prefixed = rows.replaceAll(/<(\/?)/g, '<$1x:')
  const sheet = `<x:worksheet xmlns:x="urn:x"><x:sheetData>${prefixed}</x:sheetData></x:worksheet>`
  for (const content of [workbook(rows), zip(partsOf(stored('xl/worksheets/sheet1.xml', sheet)))]) {
    const { headers, rows: body } = await read(content)
    assert.deepEqual([headers, body], [['A', 'A'], [{ line: 2, cells: ['1', '2'] }]])
  }
})

test('formats of dates are distinguished from those of numbers', () => {
  for (const code of ['dd/mm/yyyy', 'd\\-mmm\\-yy;@', '[$-409]h:mm AM/PM', '[h]:mm:ss', 'mm:ss.0', 'yyyy"年"m"月"'])
    assert.ok(isDateCode(code), code)
  for (const code of ['General', '0.00', '#,##0.00 "days"', '[Red]0;(0)', '0.00E+00', '@', '_-* #,##0\\ "kr"', '0\\d'])
    assert.ok(!isDateCode(code), code)
})

test('a workbook without rows, with too many, or an invalid one is refused with a reason', async () => {
  const empty = await readExcel(workbook(''), LIMITS)
  assert.deepEqual(empty, { fault: { sentence: 'The file has no rows below its headers.' } })
  const rows = [1, 2, 3, 4, 5].map((n) => `<row r="${n}">${text(`A${n}`, `${n}`)}</row>`).join('')
  const many = await readExcel(workbook(rows), LIMITS)
  assert.match('fault' in many ? render(many.fault) : '', /^The file has 4 rows; at most 3/)
  const locked = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)])
  assert.ok(isExcel(locked))
  const sealed = await readExcel(locked, LIMITS)
  assert.match('fault' in sealed ? render(sealed.fault) : '', /^This workbook has a password or is an old Excel file/)
  for (const none of [zip([stored('a.txt', 'a')]), workbook(rows).subarray(0, -30), Buffer.from('PK\x03\x04')]) {
    const refused = await readExcel(none, LIMITS)
    assert.match('fault' in refused ? render(refused.fault) : '', UNREADABLE)
  }
})

test('archives of other programs are read, except with encrypted parts', async () => {
  const sheet = sheetPart(`${header('A', 'B')}<row r="2">${text('A2', 'x')}${text('B2', 'y')}</row>`)
  const written = (more: Partial<Part>) => zip(partsOf({ ...sheet, ...more }))
  for (const content of [written({ hasDescriptor: true }), written({ isZip64: true })])
    assert.deepEqual((await read(content)).rows, [{ line: 2, cells: ['x', 'y'] }])
  const sealed = await readExcel(written({ isEncrypted: true }), LIMITS)
  assert.match('fault' in sealed ? render(sealed.fault) : '', /has a password/)
  for (const lie of [{ size: sheet.size - 1 }, { size: sheet.size + 1 }, { size: 1 }]) {
    const refused = await readExcel(written(lie), LIMITS)
    assert.ok(lie.size > sheet.size || 'fault' in refused, `the workbook states ${lie.size} bytes`)
  }
  const twice = zip([...partsOf(sheet), deflated('xl/worksheets/sheet2.xml', '<')])
  assert.equal((await read(twice)).rows.length, 1, 'a second sheet is not read')
})

const TOO_MANY_CELLS = /^The file has more than 2,500,000 cells, empty ones included/
const HOSTILE: Record<string, RegExp | null> = {
  '1,900 MiB of spaces': /^The unpacked file is larger than the limit of 192 MB/,
  '1,900 MiB of spaces, said to be few': UNREADABLE,
  '120 MiB of spaces': UNREADABLE,
  'rows and rows': TOO_MANY_CELLS,
  'empty cells': TOO_MANY_CELLS,
  'cells with text': /^The file has 1001 columns/,
  'rows with a cell each': /^The file has more than 40000 rows; at most 20000/,
  // Null: the file is accepted, because the reader skips the elements that this workbook has in large numbers.
  'columns and columns': null,
  'a comment': UNREADABLE,
  'nested elements': UNREADABLE,
  'an element of attributes': UNREADABLE,
  'shared texts': TOO_MANY_CELLS,
  'a shared text': UNREADABLE,
  'a long text in every cell': /^The cells of the file have more than 20,000,000 characters/,
  'a cell at the end': /^The file has 16384 columns; at most 1000/,
  entities: null,
  'parts that nobody reads': null,
  'parts of the same data': null,
  'a directory of parts': UNREADABLE,
  formats: UNREADABLE,
}

test('files that inflate or cost far more than their size end at their limit', async () => {
  const files = hostileWorkbooks()
  assert.deepEqual(Object.keys(files).toSorted(), Object.keys(HOSTILE).toSorted())
  for (const [name, content] of Object.entries(files)) {
    // Reads on this thread, because the time limit of its own thread would depend on the machine.
    const sheet = await readExcel(content, SHEET_LIMITS)
    const expected = HOSTILE[name]
    if (expected)
      assert.match('fault' in sheet ? render(sheet.fault) : `read ${sheet.rows.length} rows`, expected, name)
    else assert.deepEqual('fault' in sheet ? render(sheet.fault) : sheet.headers, ['Name', 'Address'], name)
  }
  const inThread = await openSheets().open(files['a cell at the end'] ?? Buffer.alloc(0), null)
  assert.match('fault' in inThread ? render(inThread.fault) : 'read', /^The file has 16384 columns/)
})
