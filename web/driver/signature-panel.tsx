// The customer signs with a finger, for the stop whose address stands above the line.
import { useEffect, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'
import type { RunStop } from '../../src/contract/driver.ts'
import type { Work } from './work.ts'

export default function SignaturePanel({ work, stop, done }: { work: Work; stop: RunStop; done: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  const [name, setName] = useState('')
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    // As many pixels as the screen has, or the line is blurred.
    const ratio = window.devicePixelRatio
    element.width = element.offsetWidth * ratio
    element.height = element.offsetHeight * ratio
    element.getContext('2d')?.scale(ratio, ratio)
    const made = new SignaturePad(element, { backgroundColor: '#ffffff', penColor: '#16191f' })
    made.addEventListener('endStroke', () => setDrawn(true))
    pad.current = made
    return () => made.off()
  }, [])
  const clear = () => {
    pad.current?.clear()
    setDrawn(false)
  }
  const keep = async (): Promise<void> => {
    const picture = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, 'image/png'))
    if (!picture) return
    await work.addProof({ stop_uuid: stop.stop_uuid, kind: 'SIGNATURE', picture, signed_by: name.trim() || null })
    done()
  }
  return (
    <section className="card">
      <h2>Sign for {stop.address.line1}</h2>
      <label className="field">
        Signed by
        <input value={name} maxLength={200} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </label>
      <canvas ref={canvas} className="signature" aria-label="Draw the signature here" role="img" />
      <div className="second">
        <button type="button" onClick={done}>
          Back
        </button>
        <button type="button" onClick={clear}>
          Clear
        </button>
      </div>
      <button type="button" className="primary" disabled={!drawn} onClick={() => void keep()}>
        Save signature
      </button>
    </section>
  )
}
