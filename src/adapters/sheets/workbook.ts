// Reads the other data of a workbook: its sheets, the texts that cells share, and which formats are dates (ECMA-376,
// part 1, section 18).
import type { Counter } from './sheet-counter.ts'
import { sheetRefusals } from './refused.ts'
import type { WorkbookParts } from './workbook-parts.ts'

/** Excel allows 65,490 cell formats. The number of sheets has no separate limit. */
const MAX_ENTRIES = 100_000

export interface Workbook {
  /** Sheets in the order of their tabs. `part` is the name of the XML part with the cells. */
  sheets: { name: string; part: string }[]
  /** Whether days count from 1904 instead of 1900. */
  from1904: boolean
  stylesPart: string
  textsPart: string
}

/** Reads the directory of a workbook. Throws a `SheetRefusal`, or another error if the workbook is damaged. */
export async function readWorkbook(parts: WorkbookParts): Promise<Workbook> {
  const sheetParts = new Map<string, string>()
  const named: { name: string; id: string }[] = []
  const workbook = { from1904: false, stylesPart: 'xl/styles.xml', textsPart: 'xl/sharedStrings.xml' }
  const found =
    (await parts.read('xl/_rels/workbook.xml.rels', {
      open: (name, attributes) => {
        if (name !== 'Relationship') return
        const { Id = '', Type = '', Target = '' } = attributes()
        const part = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
        if (Type.endsWith('/worksheet')) put(sheetParts, Id, part)
        else if (Type.endsWith('/styles')) workbook.stylesPart = part
        else if (Type.endsWith('/sharedStrings')) workbook.textsPart = part
      },
    })) &&
    (await parts.read('xl/workbook.xml', {
      open: (name, attributes) => {
        if (name === 'sheet') add(named, { name: unescapedText(attributes().name ?? ''), id: attributes().id ?? '' })
        else if (name === 'workbookPr') workbook.from1904 ||= ['1', 'true'].includes(attributes().date1904 ?? '')
      },
    }))
  if (!found) throw sheetRefusals.unreadable()
  const sheets = named.flatMap(({ name, id }) => {
    const part = sheetParts.get(id)
    return part === undefined ? [] : [{ name, part }]
  })
  return { ...workbook, sheets }
}

/** Returns the texts that cells refer to by index. Joins the runs of each text, without furigana. */
export async function readTexts(parts: WorkbookParts, name: string, counter: Counter): Promise<string[]> {
  const texts: string[] = []
  let [text, isText, isPhonetic] = ['', false, false]
  await parts.read(name, {
    open: (element) => {
      if (element === 't') isText = true
      else if (element === 'rPh') isPhonetic = true
    },
    close: (element) => {
      if (element === 't') isText = false
      else if (element === 'rPh') isPhonetic = false
      else if (element === 'si') {
        counter.cell()
        counter.text(text)
        texts.push(unescapedText(text))
        text = ''
      }
    },
    text: (part) => {
      if (isText && !isPhonetic) text += part
    },
  })
  return texts
}

/** Built-in formats of dates and times. */
const isDateId = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58) ||
  (id >= 71 && id <= 81)

/** Returns whether the cells of a style are dates or times, by the index of the style. */
export async function readDateStyles(parts: WorkbookParts, name: string): Promise<boolean[]> {
  const codes = new Map<string, boolean>()
  const base: (string | undefined)[] = []
  const styles: boolean[] = []
  let list = ''
  await parts.read(name, {
    open: (element, attributes) => {
      if (element === 'cellStyleXfs' || element === 'cellXfs') list = element
      else if (element === 'numFmt') {
        const { numFmtId = '', formatCode = '' } = attributes()
        put(codes, numFmtId, isDateCode(formatCode))
      } else if (element === 'xf' && list !== '') {
        const { numFmtId, xfId } = attributes()
        const id = numFmtId ?? base[Number(xfId)] ?? ''
        if (list === 'cellStyleXfs') add(base, numFmtId)
        else add(styles, codes.get(id) ?? isDateId(Number(id)))
      }
    },
    close: (element) => {
      if (element === list) list = ''
    },
  })
  return styles
}

/**
 * Returns whether a number format has parts of a date or a time and no digits of a number. Ignores literals, colors and
 * locales.
 */
export function isDateCode(code: string): boolean {
  const [first = ''] = code
    .toLowerCase()
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[[^[\]]*\]/g, (part) => (/^\[(?:hh?|mm?|ss?)\]$/.test(part) ? part : ''))
    .replaceAll(/s\]?[.,]0+/g, 's')
    .split(';')
  return /[dmyhs]/.test(first) && !/[0#?]/.test(first)
}

/** Decodes characters that XML can't contain, such as _x000D_. */
export const unescapedText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text

function put<T>(to: Map<string, T>, key: string, value: T): void {
  if (to.size > MAX_ENTRIES) throw sheetRefusals.unreadable()
  to.set(key, value)
}

function add<T>(to: T[], value: T): void {
  if (to.length > MAX_ENTRIES) throw sheetRefusals.unreadable()
  to.push(value)
}
