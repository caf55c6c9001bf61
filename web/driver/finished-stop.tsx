// A finished stop in the list. A tap shows its outcome, its photos, and the undo button during the undo window.
import { Button } from './button.tsx'
import { type ReactNode, useState } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { choiceInWords } from '../../src/domain/driver-words/times.ts'
import { useWords } from './language.tsx'
import { photosOf } from './photos.ts'
import { Thumbnails } from './thumbnails.tsx'
import { undoStop, UndoButton, undoLeftMs, useNow } from './undo-bar.tsx'
import type { Work } from './work.ts'

interface Props {
  work: Work
  run: DriverRoute
  stop: RunStop
  skewMs: number
  showPhotos: () => void
  onUndo: () => void
}

export function FinishedStop({ children, ...props }: Props & { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const { stop } = props
  return (
    <>
      <Button kind="address" aria-expanded={open} onClick={() => setOpen(!open)}>
        {stop.sequence}. {stop.address.line1}
      </Button>
      {children}
      {open && <Details {...props} />}
    </>
  )
}

function Details({ work, run, stop, skewMs, showPhotos, onUndo }: Props) {
  const words = useWords()
  const leftMs = undoLeftMs(run, stop, useNow() + skewMs)
  const why = stop.reason ?? stop.left_where
  return (
    <div className="came-of">
      {why && <p>{choiceInWords(words, why)}</p>}
      {stop.driver_notes && <p>{stop.driver_notes}</p>}
      <Thumbnails photos={photosOf(work.state().waiting, stop)} open={showPhotos} />
      {leftMs > 0 ? (
        <UndoButton leftMs={leftMs} undo={() => void undoStop(work, stop).then(onUndo)} />
      ) : (
        <p className="soft">{words.list.onlyOffice}</p>
      )}
    </div>
  )
}
