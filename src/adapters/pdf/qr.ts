// Draws QR codes as squares.
import type PdfKit from 'pdfkit'
import qr from 'qrcode-generator'

qr.stringToBytes = (text) => [...new TextEncoder().encode(text)]

/** Draws the smallest code that holds the text, with error correction level M. */
export function drawQr(pdf: InstanceType<typeof PdfKit>, text: string, x: number, y: number, size: number): void {
  const code = qr(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const unit = size / count
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column)) pdf.rect(x + column * unit, y + row * unit, unit, unit)
  pdf.fill('#000000')
}
