// The page of a PDF: its fonts, its margins and the current drawing position.
import { fileURLToPath } from 'node:url'
import PdfKit from 'pdfkit'
import type { DocumentWords } from '../../domain/document-words/of-language.ts'
import { inDrawingOrder, wrap } from './lines.ts'

export const MARGIN = 40
const FOOT = 24
const SIZE = 9
export const LINE = 12
export const INK = '#16191f'
export const SOFT = '#4f5764'
const RULE = '#b9bec7'

export type Pdf = InstanceType<typeof PdfKit>

const PLAIN = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))
const BOLD = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))

export function openPdf(title: string, locale: string, options: PDFKit.PDFDocumentOptions): Pdf {
  const pdf = new PdfKit({ ...options, margin: 0, lang: locale, displayTitle: true, info: { Title: title } })
  pdf.registerFont('plain', PLAIN)
  pdf.registerFont('bold', BOLD)
  return pdf
}

export interface Style {
  font?: 'plain' | 'bold'
  size?: number
  line?: number
  color?: string
  indent?: number
}

/** The current drawing position, and functions that put text there. */
export class Page {
  readonly pdf: Pdf
  readonly ink = INK
  y = MARGIN
  private readonly widths = new Map<string, number>()

  constructor(pdf: Pdf) {
    this.pdf = pdf
  }

  get width(): number {
    return this.pdf.page.width - 2 * MARGIN
  }
  get bottom(): number {
    return this.pdf.page.height - MARGIN - FOOT
  }
  next(): void {
    this.pdf.addPage()
    this.y = MARGIN
  }
  space(height: number): void {
    this.y += height
  }
  /** Goes to the next page unless `height` fits on this one. Returns whether it went. */
  need(height: number): boolean {
    if (this.y + height <= this.bottom || this.y === MARGIN) return false
    this.next()
    return true
  }
  wrapped(text: string, width: number, { font = 'plain', size = SIZE }: Style = {}): string[] {
    return wrap(text, width, (piece) => this.widthOf(piece, font, size))
  }
  /** Each word is measured only once, because measuring takes most of the time. */
  private widthOf(text: string, font: string, size: number): number {
    const key = `${font} ${size} ${text}`
    const known = this.widths.get(key)
    if (known !== undefined) return known
    const width = this.pdf.font(font).fontSize(size).widthOfString(text)
    this.widths.set(key, width)
    return width
  }
  /** Puts one line of text that fits. */
  put(
    text: string,
    x: number,
    y: number,
    { font = 'plain', size = SIZE, color = INK }: Style = {},
    right = false,
  ): void {
    this.pdf.font(font).fontSize(size).fillColor(color)
    let from = right ? x - this.widthOf(text, font, size) : x
    for (const piece of inDrawingOrder(text)) {
      this.pdf.text(piece, from, y, { lineBreak: false })
      from += this.widthOf(`${piece} `, font, size)
    }
  }
  lines(texts: readonly string[], style: Style = {}): void {
    const { line = LINE, indent = 0 } = style
    for (const text of texts)
      for (const piece of this.wrapped(text, this.width - indent, style)) {
        this.need(line)
        this.put(piece, MARGIN + indent, this.y, style)
        this.y += line
      }
  }
  rule(x: number, width: number, y = this.y, color = RULE): void {
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .strokeColor(color)
      .stroke()
  }
  number(title: string, words: DocumentWords): void {
    const { start, count } = this.pdf.bufferedPageRange()
    for (let i = start; i < start + count; i++) {
      this.pdf.switchToPage(i)
      const y = this.pdf.page.height - MARGIN
      const of = words.page.number(i - start + 1, count)
      this.put(this.wrapped(title, this.width - 100, { size: 8 })[0] ?? '', MARGIN, y, { size: 8, color: SOFT })
      this.put(of, MARGIN + this.width, y, { size: 8, color: SOFT }, true)
    }
  }
}
