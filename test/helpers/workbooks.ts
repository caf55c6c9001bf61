// Creates workbooks (.xlsx) as spreadsheet programs write them, and malicious archives.
import { constants, crc32, deflateRawSync } from 'node:zlib'

export interface Part {
  name: string
  /** The bytes in the archive. */
  data: Buffer
  /** 0: stored, 8: deflated. */
  method: number
  crc: number
  /** Uncompressed size that the part states. */
  size: number
  isEncrypted?: boolean
  /** The sizes follow the data, as from a program that did not know them in advance. */
  hasDescriptor?: boolean
  isZip64?: boolean
  /** Index of another part whose data this part shares. */
  at?: number
}

export const stored = (name: string, text: string): Part => {
  const data = Buffer.from(text)
  return { name, data, method: 0, crc: crc32(data), size: data.length }
}

export const deflated = (name: string, text: string): Part => {
  const plain = Buffer.from(text)
  return { name, data: deflateRawSync(plain), method: 8, crc: crc32(plain), size: plain.length }
}

/** A part that repeats `unit` between `head` and `tail` without ever being in memory as a whole. `unit` is best 1 MiB or more. */
export function repeating(name: string, head: string, unit: string, times: number, tail: string): Part {
  const piece = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH })
  const again = piece(unit)
  const data = Buffer.concat([piece(head), ...Array.from({ length: times }, () => again), deflateRawSync(tail)])
  const size = [head, tail].reduce((sum, text) => sum + Buffer.byteLength(text), Buffer.byteLength(unit) * times)
  return { name, data, method: 8, crc: 0, size }
}

/** A zip archive of the parts. */
export function zip(parts: readonly Part[]): Buffer {
  const [local, central, offsets]: [Buffer[], Buffer[], number[]] = [[], [], []]
  let offset = 0
  for (const part of parts) {
    const name = Buffer.from(part.name)
    const { data, size, isZip64, hasDescriptor } = part
    const common = Buffer.alloc(26)
    common.writeUInt16LE(isZip64 ? 45 : 20, 0)
    common.writeUInt16LE((part.isEncrypted ? 1 : 0) | (hasDescriptor ? 8 : 0), 2)
    common.writeUInt16LE(part.method, 4)
    common.writeUInt32LE(part.crc, 10)
    common.writeUInt32LE(isZip64 ? 0xffffffff : data.length, 14)
    common.writeUInt32LE(isZip64 ? 0xffffffff : size, 18)
    common.writeUInt16LE(name.length, 22)
    const extra = isZip64 ? zip64Extra(size, data.length) : Buffer.alloc(0)
    common.writeUInt16LE(extra.length, 24)
    const localCommon = Buffer.from(common)
    if (hasDescriptor) localCommon.fill(0, 10, 22)
    const descriptor = hasDescriptor
      ? Buffer.concat([Buffer.from('PK\x07\x08'), common.subarray(10, 22)])
      : Buffer.alloc(0)
    const at = Buffer.alloc(14)
    const begins = part.at === undefined ? offset : (offsets[part.at] ?? 0)
    at.writeUInt32LE(begins, 10)
    offsets.push(begins)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, at, name, extra]))
    if (part.at !== undefined) continue
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), localCommon, name, extra, data, descriptor])
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

function zip64Extra(size: number, compressed: number): Buffer {
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(16, 2)
  extra.writeBigUInt64LE(BigInt(size), 4)
  extra.writeBigUInt64LE(BigInt(compressed), 12)
  return extra
}

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET = 'xl/worksheets/sheet1.xml'
const sheetHead = `<worksheet ${NS}><sheetData>`
const SHEET_TAIL = '</sheetData></worksheet>'

/** The parts of a workbook, given those of its sheet and of its shared texts. Style 1 is a date, style 2 a time, style 3 both. */
export const partsOf = (sheet: Part, texts?: Part, properties = ''): Part[] => [
  stored(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  ),
  stored(
    'xl/workbook.xml',
    `<workbook ${NS} xmlns:r="${REL}">${properties}<sheets><sheet name="Orders" sheetId="1" r:id="r1"/></sheets></workbook>`,
  ),
  stored(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${REL}/styles" Target="styles.xml"/><Relationship Id="r3" Type="${REL}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  ),
  stored(
    'xl/styles.xml',
    `<styleSheet ${NS}><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm;@"/></numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/><xf numFmtId="20" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" xfId="0"/></cellXfs></styleSheet>`,
  ),
  sheet,
  ...(texts ? [texts] : []),
]

export const sheetPart = (rows: string): Part => deflated(SHEET, `${sheetHead}${rows}${SHEET_TAIL}`)
export const textsPart = (texts: string): Part => deflated('xl/sharedStrings.xml', `<sst ${NS}>${texts}</sst>`)

/** A workbook of one sheet. */
export const workbook = (rows: string, texts?: string, properties?: string): Buffer =>
  zip(partsOf(sheetPart(rows), texts === undefined ? undefined : textsPart(texts), properties))

export const textCell = (at: string, value: string): string => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`

const HEADER = `<row r="1">${textCell('A1', 'Name')}${textCell('B1', 'Address')}</row>`
const ROW = `<row r="2">${textCell('A2', 'Zoë')}${textCell('B2', '1 A St')}</row>`
const MEBIBYTE = 1024 * 1024

/** Small files that inflate or cost far more than their size, keyed by a description. */
export function hostileWorkbooks(): Record<string, Buffer> {
  const sheet = (unit: string, mebibytes: number, tail = SHEET_TAIL): Part => {
    const block = unit.repeat(Math.ceil(MEBIBYTE / unit.length))
    return repeating(SHEET, `${sheetHead}${HEADER}${ROW}`, block, mebibytes, tail)
  }
  const texts = (unit: string, mebibytes: number): Part => {
    const block = unit.repeat(Math.ceil(MEBIBYTE / unit.length))
    return repeating('xl/sharedStrings.xml', `<sst ${NS}>`, block, mebibytes, '</sst>')
  }
  const lying = (part: Part, size: number): Part => ({ ...part, size })
  const plain = sheetPart(HEADER + ROW)
  const zeros = { ...repeating('xl/media/0.xml', '', '\0'.repeat(MEBIBYTE), 1_900, ''), crc: 0 }
  return {
    '1,900 MiB of spaces': zip(partsOf(sheet(' ', 1_900))),
    '1,900 MiB of spaces, said to be few': zip(partsOf(lying(sheet(' ', 1_900), 60_000_000))),
    '120 MiB of spaces': zip(partsOf(sheet(' ', 120))),
    'rows and rows': zip(partsOf(sheet('<row/>', 100))),
    'empty cells': zip(partsOf(sheet('<c s="1"/>', 120))),
    'cells with text': zip(partsOf(sheet('<c><v>1</v></c>', 120))),
    'rows with a cell each': zip(partsOf(sheet('<row><c><v>1</v></c></row>', 120))),
    'columns and columns': zip(partsOf(sheet('<cols/>', 120))),
    'a comment': zip(partsOf(sheet('x', 120, `-->${SHEET_TAIL}`))),
    'nested elements': zip(partsOf(sheet('<a>', 120, ''))),
    'an element of attributes': zip(
      partsOf(
        deflated(
          SHEET,
          `${sheetHead}<row ${Array.from({ length: 100_000 }, (_, i) => `a${i}="1"`).join(' ')}></row>${SHEET_TAIL}`,
        ),
      ),
    ),
    'shared texts': zip(partsOf(plain, texts('<si><t>x</t></si>', 120))),
    'a shared text': zip(partsOf(plain, texts('x', 120))),
    'a long text in every cell': workbook(
      HEADER + `<row>${'<c t="s"><v>0</v></c>'.repeat(900)}</row>`.repeat(500),
      `<si><t>${'x'.repeat(32_000)}</t></si>`,
    ),
    'a cell at the end': workbook(`${HEADER}${ROW}<row r="1048576">${textCell('XFD1048576', 'x')}</row>`),
    entities: zip(
      partsOf({
        ...deflated(
          SHEET,
          `<!DOCTYPE x [<!ENTITY a0 "lol">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('')}]>${sheetHead}${HEADER}<row>${textCell('A2', '&a9;')}</row>${SHEET_TAIL}`,
        ),
      }),
    ),
    'parts that nobody reads': zip([...partsOf(plain), zeros]),
    'parts of the same data': zip([
      ...partsOf(plain),
      zeros,
      ...Array.from({ length: 3_000 }, (_, i): Part => ({ ...zeros, name: `xl/media/${i + 1}.xml`, at: 5 })),
    ]),
    'a directory of parts': zip([
      ...partsOf(plain),
      ...Array.from({ length: 60_000 }, (_, i) => stored(`xl/media/${i}.xml`, '')),
    ]),
    formats: zip(
      partsOf(plain).map((part) =>
        part.name === 'xl/styles.xml'
          ? repeating(
              part.name,
              `<styleSheet ${NS}><cellXfs>`,
              '<xf numFmtId="0"/>'.repeat(MEBIBYTE / 16),
              100,
              '</cellXfs></styleSheet>',
            )
          : part,
      ),
    ),
  }
}
