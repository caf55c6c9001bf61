// Asks once before what leaves the house or can't be taken back.
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { words } from '../words/locale.ts'

export interface Question {
  /** Names what, and how many: "Cancel 3 orders?". */
  title: string
  /** What follows from it. */
  text: string
  /** On the button that does it. */
  yes: string
  danger?: boolean
  onYes: () => void
  onNo?: () => void
}

export function Confirmation({ question, onClose }: { question: Question; onClose: () => void }) {
  const { title, text, yes, danger = false, onYes, onNo } = question
  const refuse = (): void => {
    onClose()
    onNo?.()
  }
  return (
    <Dialog title={title} onClose={refuse}>
      <p>{text}</p>
      <DialogActions>
        <Button onClick={refuse}>{words.common.notNow}</Button>
        <Button
          kind={danger ? 'danger' : 'primary'}
          onClick={() => {
            onClose()
            onYes()
          }}
        >
          {yes}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** `ask` opens the question; `confirmation` is drawn where the asker is. */
export function useConfirmation(): { ask: (question: Question) => void; confirmation: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null)
  return {
    ask: setQuestion,
    confirmation: question && <Confirmation question={question} onClose={() => setQuestion(null)} />,
  }
}
