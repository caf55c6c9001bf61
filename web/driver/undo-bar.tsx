// The last outcome, with the time left to take it back.
import { useEffect, useState } from 'react'
import type { Run } from '../../src/contract/driver.ts'
import { STATE_WORDS } from './words.ts'
import type { Work } from './work.ts'

export function UndoBar({ work, run, skewMs }: { work: Work; run: Run; skewMs: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const held = run.stops
    .filter(({ settles_at }) => settles_at !== null)
    .sort((a, b) => (a.settles_at ?? '').localeCompare(b.settles_at ?? ''))
    .at(-1)
  const end = held?.settles_at ? new Date(held.settles_at).getTime() : 0
  const left = Math.min(Math.ceil((end - now - skewMs) / 1000), run.business.undo_window_seconds)
  if (!held || left <= 0) return null
  return (
    <div className="undo">
      <span>
        {STATE_WORDS[held.status]} {held.address.line1}
      </span>
      <button type="button" onClick={() => void work.tap({ kind: 'UNDO', stop_uuid: held.stop_uuid })}>
        Undo {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
      </button>
    </div>
  )
}
