import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { isExcel, readExcel } from '../../../src/adapters/sheets/sheet-excel.ts'

/** A zip file whose entries are stored as they are. */
function zip(files: Record<string, string>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(path.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, data])
    const at = Buffer.alloc(14)
    at.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, at, path]))
    local.push(entry)
    offset += entry.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06'), end])
}

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook of one sheet; style 1 is a date, style 2 a time. */
const workbook = (rows: string): Buffer =>
  zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${NS} xmlns:r="${REL}"><sheets><sheet name="Orders" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${NS}><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/><xf numFmtId="20" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${NS}><sheetData>${rows}</sheetData></worksheet>`,
  })

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const MOST = { rows: 3, columns: 5 }

test('the first sheet of a workbook is read with its dates, times and long numbers', async () => {
  const head = ['Reference', 'Delivery date', 'From', 'Phone']
  const content = workbook(
    `<row r="1">${head.map((name, i) => text(`${'ABCD'[i]}1`, name)).join('')}</row>` +
      `<row r="3">${text('A3', 'O-1')}<c r="B3" s="1"><v>46350</v></c><c r="C3" s="2"><v>0.375</v></c><c r="D3"><v>12025550143</v></c></row>`,
  )
  assert.ok(isExcel(content))
  const sheet = await readExcel(content, MOST)
  assert.ok(!('fault' in sheet), 'fault' in sheet ? sheet.fault : '')
  assert.deepEqual(sheet.headers, head)
  assert.deepEqual(sheet.rows, [{ line: 3, cells: ['O-1', '2026-11-24', '09:00', '12025550143'] }])
  assert.equal(sheet.encoding, 'xlsx')
})

test('a workbook with no rows, with too many, and what is none are refused in words', async () => {
  const empty = await readExcel(workbook(''), MOST)
  assert.deepEqual(empty, { fault: 'The file has no rows below its headers.' })
  const rows = [1, 2, 3, 4, 5].map((n) => `<row r="${n}">${text(`A${n}`, `${n}`)}</row>`).join('')
  const many = await readExcel(workbook(rows), MOST)
  assert.match('fault' in many ? many.fault : '', /^The file has 4 rows; at most 3/)
  const locked = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)])
  assert.ok(isExcel(locked))
  const sealed = await readExcel(locked, MOST)
  assert.match('fault' in sealed ? sealed.fault : '', /^This workbook has a password or is an old Excel file/)
  const none = await readExcel(zip({ 'a.txt': 'a' }), MOST)
  assert.match('fault' in none ? none.fault : '', /^This is not an Excel workbook that can be read/)
})
