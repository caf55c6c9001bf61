// QR codes, as squares of ink.
import bwip from 'bwip-js'
import type { Pdf } from './draw.ts'

export function drawQr(pdf: Pdf, code: string, x: number, y: number, size: number): void {
  const [drawn] = bwip.raw({ bcid: 'qrcode', text: code }) as { pixs: number[]; pixx: number }[]
  if (!drawn) return
  const unit = size / drawn.pixx
  drawn.pixs.forEach((dark, i) => {
    if (dark) pdf.rect(x + (i % drawn.pixx) * unit, y + Math.floor(i / drawn.pixx) * unit, unit, unit)
  })
  pdf.fill('#000000')
}
