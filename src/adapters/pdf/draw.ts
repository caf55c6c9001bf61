// Draws a document on US Letter pages. Tables repeat their header, long rows continue on the next page, and pages are
// numbered.
import sharp from 'sharp'
import type { PrintedCell, PrintedDocument, PrintedPart } from '../../app/ports/documents.ts'
import { DOCUMENT_WORDS, type DocumentWords } from '../../domain/document-words/of-language.ts'
import { drawOutcome, drawStop } from './marks.ts'
import { INK, LINE, MARGIN, SOFT, openPdf, Page, type Pdf, type Style } from './page.ts'
import { drawQr } from './qr.ts'

const PADDING = 4
const SIGNING_ROOM = 24
const CODE = 84
const DISC = 9
const ICON = 10
/** Indent of lines after an icon. */
const AFTER_ICON = ICON + 3
const PICTURE_PIXELS = 1_600
const HEADER = '#eef0f3'

type Part<K extends PrintedPart['kind']> = Extract<PrintedPart, { kind: K }>

/** Returns the drawn document. The caller must read its bytes and end it. */
export async function drawDocument(document: PrintedDocument): Promise<Pdf> {
  const words = DOCUMENT_WORDS[document.language]
  const pdf = openPdf(document.title, words.locale, { size: 'LETTER', bufferPages: true })
  const page = new Page(pdf)
  drawTitle(page, document.title, document.lead)
  for (const part of document.parts) await drawPart(page, part, words)
  page.number(document.title, words)
  return pdf
}

function drawTitle(page: Page, title: string, lead: readonly string[]): void {
  page.lines([title], { font: 'bold', size: 16, line: 22 })
  page.lines(lead, { color: SOFT })
}

async function drawPart(page: Page, part: PrintedPart, words: DocumentWords): Promise<void> {
  switch (part.kind) {
    case 'title':
      page.next()
      return drawTitle(page, part.text, part.lead)
    case 'heading':
      if (part.startsPage) page.next()
      else page.space(LINE)
      // A heading never stands alone at the end of a page.
      page.need(5 * LINE)
      if (part.mark) drawOutcome(page.pdf, part.mark, MARGIN, page.y, 12, INK)
      page.lines([part.text], { font: 'bold', size: 11, line: 18, indent: part.mark ? 16 : 0 })
      return
    case 'text':
      return page.lines([part.text])
    case 'facts':
      return drawFacts(page, part)
    case 'table':
      return drawTable(page, part)
    case 'picture':
      return drawPicture(page, part, words)
    case 'code':
      return drawCode(page, part)
    case 'signatures':
      return drawSignatures(page, part)
  }
}

function drawCode(page: Page, { code, lines }: Part<'code'>): void {
  page.space(LINE / 2)
  page.need(CODE + LINE / 2)
  drawQr(page.pdf, code, MARGIN, page.y, CODE)
  const x = MARGIN + CODE + LINE
  const said = lines.flatMap((line) => page.wrapped(line, page.width - CODE - LINE))
  said.slice(0, CODE / LINE).forEach((line, i) => {
    page.put(line, x, page.y + i * LINE)
  })
  page.y += CODE + LINE / 2
}

function drawFacts(page: Page, { facts }: Part<'facts'>): void {
  const nameWidth = 110
  for (const [name, value] of facts) {
    const lines = page.wrapped(value, page.width - nameWidth)
    lines.forEach((line, i) => {
      page.need(LINE)
      if (i === 0) page.put(name, MARGIN, page.y, { color: SOFT })
      page.put(line, MARGIN + nameWidth, page.y)
      page.y += LINE
    })
  }
}

interface LaidColumn {
  title: string
  x: number
  width: number
  right: boolean
}

function drawTable(page: Page, { columns, rows }: Part<'table'>): void {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let x = MARGIN
  const laid = columns.map(({ title, share, right = false }): LaidColumn => {
    const width = (share / shares) * page.width
    x += width
    return { title, x: x - width, width, right }
  })
  drawHeader(page, laid)
  for (const row of rows) drawRow(page, laid, row)
}

function drawHeader(page: Page, columns: readonly LaidColumn[]): void {
  const height = LINE + 2 * PADDING
  page.need(height + 3 * LINE)
  page.pdf.rect(MARGIN, page.y, page.width, height).fill(HEADER)
  for (const column of columns) inColumn(page, column, column.title, page.y + PADDING, { font: 'bold', size: 8 })
  page.y += height
}

function drawRow(page: Page, columns: readonly LaidColumn[], row: readonly PrintedCell[]): void {
  const cells = columns.map((column, i) => cellLines(page, column, row[i] ?? null))
  const signed = row.some((cell) => cell === null)
  const count = Math.max(1, ...cells.map((lines) => lines.length))
  const marked = row.some((cell) => cell?.mark === 'STOP')
  const height = Math.max(count * LINE, signed ? SIGNING_ROOM : 0, marked ? 2 * DISC : 0) + 2 * PADDING
  // A row moves to the next page as a whole. A row that is longer than a page continues there.
  if (height <= page.bottom - MARGIN - 3 * LINE && page.need(height)) drawHeader(page, columns)
  const top = page.y
  page.y += PADDING
  columns.forEach((column, j) => drawMark(page, column, row[j] ?? null))
  for (let i = 0; i < count; i++) {
    if (page.need(LINE)) {
      drawHeader(page, columns)
      page.y += PADDING
    }
    columns.forEach((column, j) => {
      const line = cells[j]?.[i]
      if (line) inColumn(page, column, line.text, page.y, { font: line.bold ? 'bold' : 'plain', indent: line.indent })
    })
    page.y += LINE
  }
  if (page.y > top && (signed || marked)) page.y = Math.max(page.y, top + height - PADDING)
  columns.forEach((column, j) => {
    if (row[j] === null) page.rule(column.x + PADDING, column.width - 2 * PADDING, page.y - 2, SOFT)
  })
  page.y += PADDING
  page.rule(MARGIN, page.width)
}

/** Draws the mark of a cell at the current position. */
function drawMark(page: Page, { x, width, right }: LaidColumn, cell: PrintedCell): void {
  const [number = ''] = cell?.lines ?? []
  if (cell?.mark === 'STOP')
    drawStop(page, number, right ? x + width - PADDING - DISC : x + PADDING + DISC, page.y + DISC, DISC)
  else if (cell?.mark) drawOutcome(page.pdf, cell.mark, x + PADDING, page.y, ICON, INK)
}

interface CellLine {
  text: string
  bold: boolean
  indent: number
}

function cellLines(page: Page, { width }: LaidColumn, cell: PrintedCell): CellLine[] {
  if (cell?.mark === 'STOP') return []
  const indent = cell?.mark ? AFTER_ICON : 0
  return (cell?.lines ?? []).flatMap((line, i) => {
    const bold = i === 0 && (cell?.bold ?? false)
    const style = { font: bold ? ('bold' as const) : ('plain' as const) }
    return page.wrapped(line, width - 2 * PADDING - indent, style).map((text) => ({ text, bold, indent }))
  })
}

const inColumn = (page: Page, { x, width, right }: LaidColumn, text: string, y: number, style: Style): void =>
  page.put(text, right ? x + width - PADDING : x + PADDING + (style.indent ?? 0), y, style, right)

/** Returns null if the content is not a picture. The document is then created without it. */
async function decodePicture(content: Uint8Array) {
  try {
    return await sharp(content)
      .resize(PICTURE_PIXELS, PICTURE_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
  } catch {
    // The block also catches synchronous errors, because sharp throws at once for empty content.
    return null
  }
}

async function drawPicture(
  page: Page,
  { content, missing, caption, height }: Part<'picture'>,
  words: DocumentWords,
): Promise<void> {
  const caught = content && (await decodePicture(content))
  const captions = page.wrapped(caption, page.width)
  const scale = caught ? Math.min(page.width / caught.info.width, height / caught.info.height, 1) : 0
  const drawnHeight = caught ? caught.info.height * scale : LINE
  page.space(LINE)
  page.need(drawnHeight + captions.length * LINE + LINE)
  if (caught) page.pdf.image(caught.data, MARGIN, page.y, { width: caught.info.width * scale })
  else page.put(content === null ? missing : words.page.noPicture, MARGIN, page.y)
  page.y += drawnHeight + PADDING
  page.lines([caption], { color: SOFT })
}

function drawSignatures(page: Page, { labels }: Part<'signatures'>): void {
  const gap = 16
  const width = (page.width - gap * (labels.length - 1)) / labels.length
  page.need(4 * LINE)
  page.space(3 * LINE)
  labels.forEach((label, i) => {
    const x = MARGIN + i * (width + gap)
    page.rule(x, width, page.y, SOFT)
    page.put(label, x, page.y + PADDING, { size: 8, color: SOFT })
  })
  page.space(2 * LINE)
}
