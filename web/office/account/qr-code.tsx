// Draws a text as a QR code, dark on light in every theme, because scanners expect that.
import { useEffect, useState } from 'react'

/** Width of the quiet zone around the code in modules, as ISO/IEC 18004 requires. */
const QUIET_ZONE = 4
const SIZE = 192

export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<{ size: number; path: string } | null>(null)
  useEffect(() => {
    void import('qrcode-generator').then(({ default: qrcode }) => {
      const made = qrcode(0, 'M')
      made.addData(text)
      made.make()
      const count = made.getModuleCount()
      const cells = Array.from({ length: count * count }, (_, i) => [Math.floor(i / count), i % count] as const)
      const dark = cells.filter(([row, column]) => made.isDark(row, column))
      const path = dark.map(([row, column]) => `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`).join('')
      setCode({ size: count + 2 * QUIET_ZONE, path })
    })
  }, [text])
  // Reserves the space from the start, so that nothing moves under the pointer.
  if (!code) return <svg aria-hidden width={SIZE} height={SIZE} />
  return (
    <svg role="img" aria-label={label} width={SIZE} height={SIZE} viewBox={`0 0 ${code.size} ${code.size}`}>
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={code.path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  )
}
