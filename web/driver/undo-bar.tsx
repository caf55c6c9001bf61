// What the driver said last of a stop, with the time left to take it back: an outcome, or an arrival.
import { useEffect, useState } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { useWords } from './language.tsx'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: Run
  skewMs: number
  onUndo: (stopId: string) => void
}

export function UndoBar({ work, run, skewMs, onUndo }: Props) {
  const words = useWords()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const windowMs = run.business.undo_window_seconds * 1000
  const last = run.stops
    .map((stop) => ({ stop, at: new Date(stop.finished_at ?? stop.arrived_at ?? 0).getTime() }))
    .sort((a, b) => a.at - b.at)
    .at(-1)
  const [ends, wholeMs] = last ? endOfUndo(last.stop, windowMs) : [0, 0]
  const left = Math.ceil(Math.min(ends - now - skewMs, wholeMs) / 1000)
  if (!last || left <= 0 || run.route.status === 'COMPLETED') return null
  const { stop } = last
  const undo = async (): Promise<void> => {
    await work.tap({ kind: 'UNDO', stop_uuid: stop.stop_uuid })
    onUndo(stop.stop_uuid)
  }
  return (
    <div className="undo">
      <span>{words.card.undoable(words.states[stop.status], stop.address.line1)}</span>
      <button type="button" onClick={() => void undo()}>
        {words.card.undo(`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`)}
      </button>
    </div>
  )
}

const ARRIVAL_MS = 60_000

/** Until when, and for how long in all. A skip takes effect at once and has no hold; the driver may still think again. */
function endOfUndo({ status, settles_at, finished_at, arrived_at }: RunStop, windowMs: number): [number, number] {
  const after = (at: string, ms: number): [number, number] => [new Date(at).getTime() + ms, ms]
  if (settles_at) return [new Date(settles_at).getTime(), windowMs]
  if (status === 'SKIPPED' && finished_at) return after(finished_at, windowMs)
  return status === 'ARRIVED' && arrived_at ? after(arrived_at, Math.max(windowMs, ARRIVAL_MS)) : [0, 0]
}
