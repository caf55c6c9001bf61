// Reads codes by the phone's camera or by typing. A code is reported once while it stays in view.
import { Button } from './button.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DriverWords } from '../../src/domain/driver-words/words.ts'
import { openDetector } from './detector.ts'
import { useWords } from './language.tsx'

/** Time between two detections, so that the phone doesn't overheat. */
const DETECT_EVERY_MS = 80
/** A code that was out of view for this time is reported again. */
const REPEAT_AFTER_MS = 1_500

/** Resolution that is sufficient for a label at arm's length. */
const CAMERA: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 720 } },
}

interface Props {
  onCode: (code: string) => void
  /** Result of the last code. */
  said: { kind: 'good' | 'warn' | 'bad'; text: string } | null
  children?: ReactNode
}

export function Scanner({ onCode, said, children }: Props) {
  const { scan: words } = useWords()
  const [on, setOn] = useState(false)
  const [typed, setTyped] = useState('')
  return (
    <div className="scanner">
      {on && <Camera onCode={onCode} />}
      <Button kind={on ? undefined : 'primary'} onClick={() => setOn(!on)}>
        {on ? words.closeCamera : words.scan}
      </Button>
      <p role="status" className={`scan-said ${said?.kind ?? ''}`}>
        {said?.text}
      </p>
      {children}
      <form
        className="typed"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim()) onCode(typed)
          setTyped('')
        }}
      >
        <label className="field">
          {words.typeCode}
          <input
            value={typed}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <button type="submit">{words.enter}</button>
      </form>
    </div>
  )
}

type CameraFault = 'denied' | 'noCamera' | 'notLoaded'

function Camera({ onCode }: Pick<Props, 'onCode'>) {
  const { scan: words } = useWords()
  const video = useRef<HTMLVideoElement>(null)
  const told = useRef(onCode)
  told.current = onCode
  const [state, setState] = useState<'starting' | 'on' | CameraFault>('starting')
  const [light, setLight] = useState<{ track: MediaStreamTrack; on: boolean } | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    void detectCodes(video.current, gone.signal, {
      onCode: (code) => told.current(code),
      onStart: (track) => {
        setState('on')
        if ((track.getCapabilities?.() as { torch?: boolean } | undefined)?.torch) setLight({ track, on: false })
      },
    }).catch((fault: unknown) => {
      if (!gone.signal.aborted) setState(cameraFaultOf(fault))
    })
    return () => gone.abort()
  }, [])
  const shine = async (): Promise<void> => {
    if (!light) return
    const on = !light.on
    await light.track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).catch(() => {})
    setLight({ ...light, on })
  }
  const isFaulty = state !== 'on' && state !== 'starting'
  return (
    <>
      <video ref={video} className="camera" hidden={isFaulty} muted playsInline aria-label={words.camera} />
      {state !== 'on' && <p className={isFaulty ? 'notice bad' : 'soft'}>{cameraText(words, state)}</p>}
      {light && (
        <Button aria-pressed={light.on} onClick={() => void shine()}>
          {words.light}
        </Button>
      )}
    </>
  )
}

const cameraText = (words: DriverWords['scan'], state: 'starting' | CameraFault): string => words[state]

class DetectorNotLoaded extends Error {}

function cameraFaultOf(fault: unknown): CameraFault {
  if (fault instanceof DetectorNotLoaded) return 'notLoaded'
  return fault instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(fault.name)
    ? 'denied'
    : 'noCamera'
}

/** Detects codes until the signal is aborted. */
async function detectCodes(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  { onCode, onStart }: { onCode: (code: string) => void; onStart: (track: MediaStreamTrack) => void },
): Promise<void> {
  // Browsers offer the camera only over HTTPS.
  const stream = await navigator.mediaDevices?.getUserMedia(CAMERA)
  if (!stream || !video) throw new Error('no camera')
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const detector = await openDetector().catch(() => {
    stop()
    throw new DetectorNotLoaded()
  })
  const [track] = stream.getVideoTracks()
  if (!signal.aborted && track) onStart(track)
  const seen = new Map<string, number>()
  while (!signal.aborted) {
    // If an image can't be read, the next one follows.
    const codes = await detector.detect(video).catch(() => [])
    const now = performance.now()
    for (const { rawValue } of signal.aborted ? [] : codes) {
      if (now - (seen.get(rawValue) ?? -Infinity) > REPEAT_AFTER_MS) onCode(rawValue)
      seen.set(rawValue, now)
    }
    await new Promise((resolve) => setTimeout(resolve, DETECT_EVERY_MS))
  }
}
