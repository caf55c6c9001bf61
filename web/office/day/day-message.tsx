import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/locale.ts'
import style from './day.module.css'

/** Result of the last action, with an optional retry or undo. */
export interface DayMessage {
  text: string
  again?: () => void
  undo?: () => void
  /** The message stays until it is closed or replaced, because a change is being saved or has failed. */
  lasts?: boolean
}

export type ShowMessage = (text: string, more?: Omit<DayMessage, 'text'>) => void

/** A message without a button closes automatically, because it covers the timeline. */
const MESSAGE_MS = 12_000

export function DayMessageBar({ said, onClose }: { said: DayMessage | null; onClose: () => void }) {
  useEffect(() => {
    if (!said || said.again || said.lasts) return undefined
    const timer = setTimeout(onClose, MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [said, onClose])
  return (
    <div role="status" className={said ? style.said : undefined}>
      {said ? (
        <>
          <span>{said.text}</span>
          {said.again ? <MessageButton name={words.day.doAnyway} act={said.again} onClose={onClose} /> : null}
          {said.undo ? <MessageButton name={words.common.undo} act={said.undo} onClose={onClose} /> : null}
          <Button kind="quiet" aria-label={words.day.closeMessage} onClick={onClose}>
            ×
          </Button>
        </>
      ) : null}
    </div>
  )
}

const MessageButton = ({ name, act, onClose }: { name: string; act: () => void; onClose: () => void }) => (
  <Button
    onClick={() => {
      onClose()
      act()
    }}
  >
    {name}
  </Button>
)
