// The driver's last action with the remaining time to undo it: an outcome, an arrival, or the end of the route.
import { Button } from './button.tsx'
import { useEffect, useState } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { useWords } from './language.tsx'
import type { QueuedAction } from './doing.ts'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: DriverRoute
  skewMs: number
  onUndo: (stopId: string) => void
}

export function UndoBar({ work, run, skewMs, onUndo }: Props) {
  const words = useWords()
  const now = useNow()
  const last = run.stops
    .map((stop) => ({ stop, at: new Date(stop.finished_at ?? stop.arrived_at ?? 0).getTime() }))
    .sort((a, b) => a.at - b.at)
    .at(-1)
  if (!last) return null
  const { stop } = last
  return (
    <Bar
      what={words.card.undoable(words.states[stop.status], stop.address.line1)}
      leftMs={undoLeftMs(run, stop, now + skewMs)}
      undo={() => void undoStop(work, stop).then(() => onUndo(stop.stop_uuid))}
    />
  )
}

/** Bar to undo the end of the route, shown until the phone sends it. */
export function UndoRouteEnd({ work, end }: { work: Work; end: QueuedAction }) {
  const { finished } = useWords()
  return (
    <Bar what={finished.endedEarly} leftMs={(end.heldUntil ?? 0) - useNow()} undo={() => void work.takeBack(end)} />
  )
}

function Bar({ what, leftMs, undo }: { what: string; leftMs: number; undo: () => void }) {
  if (leftMs <= 0) return null
  return (
    <div className="undo">
      <span>{what}</span>
      <UndoButton leftMs={leftMs} undo={undo} />
    </div>
  )
}

export function UndoButton({ leftMs, undo }: { leftMs: number; undo: () => void }) {
  const { card } = useWords()
  const seconds = Math.ceil(leftMs / 1000)
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <Button aria-label={card.undo(left)} onClick={undo}>
      <span className="undo-words">{card.undo(left)}</span>
      <span className="undo-mark" aria-hidden="true">
        ↶ {left}
      </span>
    </Button>
  )
}

export const undoStop = (work: Work, { stop_uuid }: RunStop): Promise<void> => work.tap({ kind: 'UNDO', stop_uuid })

/** Current time of the phone's clock. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return now
}

const ARRIVAL_MS = 60_000

/** Remaining time in milliseconds to undo the last action at the stop. `now` is the server's time. */
export function undoLeftMs({ route, business }: DriverRoute, stop: RunStop, now: number): number {
  if (route.status === 'COMPLETED') return 0
  const windowMs = business.undo_window_seconds * 1000
  const { status, settles_at, finished_at, arrived_at } = stop
  const after = (at: string, ms: number): number => Math.min(new Date(at).getTime() + ms - now, ms)
  if (settles_at) return Math.min(new Date(settles_at).getTime() - now, windowMs)
  // A skip takes effect without waiting for the undo window, but the driver can still undo it during that window.
  if (status === 'SKIPPED' && finished_at) return after(finished_at, windowMs)
  return status === 'ARRIVED' && arrived_at ? after(arrived_at, Math.max(windowMs, ARRIVAL_MS)) : 0
}
