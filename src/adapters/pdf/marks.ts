// Marks of the office's screens on paper: the numbered disc of a stop, and the icon of an outcome, in gray.
import type { OutcomeMark } from '../../app/ports/documents.ts'
import type { Page, Pdf } from './page.ts'

/** Outlines on a grid of 16 units, like the icons of the screens. */
export const OUTLINES: Record<OutcomeMark, string> = {
  DELIVERED: 'M3.5 8.5 6.5 11.5 12.5 4.5',
  FAILED: 'M4 4l8 8M12 4l-8 8',
  SKIPPED: 'M4 11V8a3 3 0 0 1 3-3h5M9.5 2.5 12 5 9.5 7.5',
}

/** Draws the icon of an outcome. `x` and `y` are its upper left corner. */
export function drawOutcome(pdf: Pdf, mark: OutcomeMark, x: number, y: number, size: number, color: string): void {
  pdf.save()
  pdf
    .translate(x, y)
    .scale(size / 16)
    .path(OUTLINES[mark])
    .lineWidth(2)
    .lineCap('round')
    .lineJoin('round')
    .stroke(color)
  pdf.restore()
}

/** Draws the disc of a stop around its number. `x` and `y` are the center. */
export function drawStop(page: Page, number: string, x: number, y: number, radius: number): void {
  page.pdf.circle(x, y, radius).lineWidth(1.2).stroke(page.ink)
  const size = number.length > 2 ? 0.75 * radius : radius
  const width = page.pdf.font('bold').fontSize(size).widthOfString(number)
  page.put(number, x - width / 2, y - 0.58 * size, { font: 'bold', size })
}
