// The customer signs with a finger, for the stop whose address is above the line.
import { Button } from './button.tsx'
import { useEffect, useRef, useState } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import type { RunStop } from '../../src/contract/driver.ts'
import { useWords } from './language.tsx'
import type { Work } from './work.ts'

/** Unsaved strokes, restored if the driver comes back to this screen. */
let draft: { stopId: string; width: number; strokes: PointGroup[] } | null = null

interface Props {
  work: Work
  stop: RunStop
  /** Further deliveries that the signature is for. */
  others: readonly RunStop[]
  done: () => void
}

export default function SignaturePanel({ work, stop, others, done }: Props) {
  const { stop_uuid: stopId } = stop
  const words = useWords()
  const { canvas, drawn, clear } = useSignaturePad(stopId)
  const saving = useRef(false)
  const [name, setName] = useState('')
  const keep = async (): Promise<void> => {
    if (saving.current) return
    saving.current = true
    const picture = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, 'image/png'))
    saving.current = picture !== null
    if (!picture) return
    for (const { stop_uuid } of [stop, ...others])
      await work.addProof({ stop_uuid, kind: 'SIGNATURE', picture, signed_by: name.trim() || null })
    draft = null
    done()
  }
  return (
    <section className="card">
      <h2>{words.signing.signFor(stop.address.line1)}</h2>
      <label className="field">
        {words.signing.signedBy}
        <input value={name} maxLength={200} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </label>
      <canvas ref={canvas} className="signature" aria-label={words.signing.drawHere} role="img" />
      <div className="second">
        <Button onClick={done}>{words.back}</Button>
        <Button onClick={clear}>{words.signing.clear}</Button>
      </div>
      <Button kind="primary" disabled={!drawn} onClick={() => void keep()}>
        {words.signing.save}
      </Button>
    </section>
  )
}

/** A canvas to draw on, which restores the unsaved strokes of this stop. */
function useSignaturePad(stopId: string) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  const [drawn, setDrawn] = useState(draft?.stopId === stopId)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    const made = new SignaturePad(element, { backgroundColor: '#ffffff', penColor: '#16191f' })
    made.addEventListener('endStroke', () => {
      draft = { stopId, width: element.offsetWidth, strokes: made.toData() }
      setDrawn(true)
    })
    // Also runs when the phone is turned, and scales the strokes to fit.
    const fit = (): void => {
      // Uses device pixels, because the line is blurred at a lower resolution.
      const ratio = window.devicePixelRatio
      const width = element.offsetWidth
      element.width = width * ratio
      element.height = element.offsetHeight * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      made.clear()
      if (draft?.stopId !== stopId) return
      draft = { stopId, width, strokes: scaled(draft.strokes, Math.min(1, width / draft.width)) }
      made.fromData(draft.strokes)
    }
    const resized = new ResizeObserver(fit)
    resized.observe(element)
    pad.current = made
    return () => {
      resized.disconnect()
      made.off()
    }
  }, [stopId])
  const clear = () => {
    draft = null
    pad.current?.clear()
    setDrawn(false)
  }
  return { canvas, drawn, clear }
}

const scaled = (strokes: readonly PointGroup[], factor: number): PointGroup[] =>
  strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }))
