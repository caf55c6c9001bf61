// Draws labels. Text for people is at the top. Codes for scanners are below and next to it.
import bwip from 'bwip-js'
import type { PrintedLabel, PrintedLabels } from '../../app/ports/documents.ts'
import type { LabelSheet } from '../../domain/orders/pieces.ts'
import { DOCUMENT_WORDS } from '../../domain/document-words/of-language.ts'
import { openPdf, Page, type Pdf } from './page.ts'
import { drawStop } from './marks.ts'
import { drawQr } from './qr.ts'

/** Converts to points, of which 72 are an inch (25.4 mm). */
const mm = (millimeters: number): number => (millimeters / 25.4) * 72

interface Sheet {
  size: [number, number]
  columns: number
  rows: number
  label: [number, number]
  /**
   * The left edge of the first label.
   * `top`: top edge of the first label.
   * `gap`: distance between columns.
   */
  left: number
  top: number
  gap: number
  qr: number
  bars: number
}

const SHEETS: Record<LabelSheet, Sheet> = {
  '4X6': { size: [288, 432], columns: 1, rows: 1, label: [288, 432], left: 0, top: 0, gap: 0, qr: 132, bars: 72 },
  // Eight labels per sheet, such as Avery L7165 and compatible sheets.
  A4: {
    size: [mm(210), mm(297)],
    columns: 2,
    rows: 4,
    label: [mm(99.1), mm(67.7)],
    left: mm(4.65),
    top: mm(13.1),
    gap: mm(2.5),
    qr: 76,
    bars: 34,
  },
}

const PADDING = 12
const QUIET = 10
/** Minimum width of a bar in points. A phone can't read thinner bars at a normal distance. */
const MIN_BAR = 0.75

export function drawLabels({ language, title, sheet: name, labels }: PrintedLabels): Pdf {
  const sheet = SHEETS[name]
  const { columns, rows, label: size, left, top, gap } = sheet
  const pdf = openPdf(title, DOCUMENT_WORDS[language].locale, { size: sheet.size, autoFirstPage: false })
  const page = new Page(pdf)
  labels.forEach((label, i) => {
    const place = i % (columns * rows)
    if (place === 0) pdf.addPage()
    const x = left + (place % columns) * (size[0] + gap)
    drawLabel(page, sheet, label, x, top + Math.floor(place / columns) * size[1])
  })
  return pdf
}

function drawLabel(page: Page, sheet: Sheet, label: PrintedLabel, left: number, top: number): void {
  const [width, height] = sheet.label
  const [x, inner] = [left + PADDING, width - 2 * PADDING]
  const bottom = top + height - PADDING
  const tall = height > 300
  page.put(label.code, x, bottom - 10, { size: 10, font: 'bold' })
  const barsTop = bottom - 14 - sheet.bars
  const hasBars = drawBars(page.pdf, label.code, { x, y: barsTop, width: inner, height: sheet.bars })
  const above = hasBars ? barsTop : barsTop + sheet.bars
  // A tall label has its QR code below the address, and a flat one next to it.
  const qrTop = tall ? above - 10 - sheet.qr : top + PADDING
  drawQr(page.pdf, label.code, x + inner - sheet.qr, qrTop, sheet.qr)
  const beside = inner - sheet.qr - 8
  let y = top + PADDING
  /** Writes as many lines as fit above `end`, at most `most`. */
  const say = (
    text: string,
    size: number,
    most: number,
    { bold = false, room = beside, end = above - 4, indent = 0 } = {},
  ): void => {
    const font = bold ? 'bold' : 'plain'
    for (const line of page.wrapped(text, room - indent, { font, size }).slice(0, most)) {
      if (y + size > end) return
      page.put(line, x + indent, y, { font, size })
      y += size * 1.25
    }
  }
  const [to = '', ...address] = label.to
  const whole = tall ? { room: inner, end: qrTop - 4 } : {}
  say(label.from, tall ? 10 : 8, 1, whole)
  say(to, tall ? 17 : 12, 2, { ...whole, bold: true })
  for (const line of address) say(line, tall ? 15 : 10, 2, whole)
  if (tall) y = qrTop
  const disc = tall ? 14 : 9
  if (label.stop !== null && !tall) y += 4
  if (label.stop !== null) drawStop(page, String(label.stop), x + disc, y + (tall ? 10 : 7), disc)
  say(label.large, tall ? 17 : 12, tall ? 3 : 1, { bold: true, indent: label.stop === null ? 0 : 2 * disc + 6 })
  if (label.stop !== null) y += tall ? 8 : 4
  for (const fact of label.facts) say(fact, tall ? 10 : 8, tall ? 2 : 1)
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Draws the bar code. Returns false if the code has characters outside Code 128, or is too long to be read. */
function drawBars(pdf: Pdf, code: string, { x, y, width, height }: Box): boolean {
  const bars = barsOf(code)
  const modules = bars.reduce((sum, bar) => sum + bar, 0) + 2 * QUIET
  const unit = Math.min(width / modules, 2)
  if (bars.length === 0 || unit < MIN_BAR) return false
  let at = x + QUIET * unit
  bars.forEach((bar, i) => {
    if (i % 2 === 0) pdf.rect(at, y, bar * unit, height)
    at += bar * unit
  })
  pdf.fill('#000000')
  return true
}

/** Returns the widths of bar, space, bar and so on. Empty if the code has other characters. */
function barsOf(code: string): number[] {
  if (!/^[\x20-\x7e]+$/.test(code)) return []
  const [drawn] = bwip.raw({ bcid: 'code128', text: code }) as { sbs: number[] }[]
  return drawn?.sbs ?? []
}
