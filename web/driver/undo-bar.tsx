// The last outcome, with the time left to take it back.
import { useEffect, useState } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { STATE_WORDS } from './words.ts'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: Run
  skewMs: number
  onUndo: (stopId: string) => void
}

export function UndoBar({ work, run, skewMs, onUndo }: Props) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const windowMs = run.business.undo_window_seconds * 1000
  const last = run.stops
    .map((stop) => ({ stop, end: endOfUndo(stop, windowMs) }))
    .sort((a, b) => a.end - b.end)
    .at(-1)
  const left = last ? Math.min(Math.ceil((last.end - now - skewMs) / 1000), run.business.undo_window_seconds) : 0
  if (!last || left <= 0 || run.route.status === 'COMPLETED') return null
  const { stop } = last
  const undo = async (): Promise<void> => {
    await work.tap({ kind: 'UNDO', stop_uuid: stop.stop_uuid })
    onUndo(stop.stop_uuid)
  }
  return (
    <div className="undo">
      <span>
        {STATE_WORDS[stop.status]} {stop.address.line1}
      </span>
      <button type="button" onClick={() => void undo()}>
        Undo {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
      </button>
    </div>
  )
}

/** A skip takes effect at once and has no hold; the driver may still think again for as long. */
function endOfUndo({ status, settles_at, finished_at }: RunStop, windowMs: number): number {
  if (settles_at) return new Date(settles_at).getTime()
  return status === 'SKIPPED' && finished_at ? new Date(finished_at).getTime() + windowMs : 0
}
