// Asks for confirmation before actions that affect customers or drivers or can't be undone.
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { words } from '../words/locale.ts'

export interface Question {
  /** States the action and the count: "Cancel 3 orders?". */
  title: string
  /** Consequences of the action. */
  text: string
  /** Label of the button that confirms. */
  yes: string
  /** Label of the other button, if "not now" would be wrong. */
  no?: string
  danger?: boolean
  onYes: () => void
  onNo?: () => void
}

export function Confirmation({ question, onClose }: { question: Question; onClose: () => void }) {
  const { title, text, yes, no = words.common.notNow, danger = false, onYes, onNo } = question
  const refuse = (): void => {
    onClose()
    onNo?.()
  }
  return (
    <Dialog title={title} onClose={refuse}>
      <p>{text}</p>
      <DialogActions>
        <Button onClick={refuse}>{no}</Button>
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

/** Hook for a question before an action. `ask` opens the question. The caller renders `confirmation`. */
export function useConfirmation(): { ask: (question: Question) => void; confirmation: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null)
  return {
    ask: setQuestion,
    confirmation: question && <Confirmation question={question} onClose={() => setQuestion(null)} />,
  }
}

/** A button that asks for confirmation. */
export function ConfirmButton({
  question,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick'> & { question: Question }) {
  const { ask, confirmation } = useConfirmation()
  return (
    <>
      <Button {...button} onClick={() => ask(question)} />
      {confirmation}
    </>
  )
}

/** Hook that closes on Escape. Users easily press Escape by mistake, so the hook asks before it discards input. */
export function useEscape(
  isTyped: () => boolean,
  onClose: () => void,
): { onEscape: () => void; confirmation: ReactNode } {
  const { ask, confirmation } = useConfirmation()
  const { title, text, yes, no } = words.common.discard
  const onEscape = (): void => (isTyped() ? ask({ title, text, yes, no, danger: true, onYes: onClose }) : onClose())
  return { onEscape, confirmation }
}
