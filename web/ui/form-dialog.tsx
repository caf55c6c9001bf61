// A dialog with one form. It closes after the form is saved.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { useEscape } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { removeDraft, readDraft } from './drafts.ts'
import { Form } from './form.tsx'
import type { SubmittedForm, Values } from './form-values.ts'
import { words } from '../words/locale.ts'

interface Props<T> {
  title: string
  action?: string
  values?: Values
  draft?: string
  /** Why the form can't be sent. */
  reason?: string | null
  save: (sent: SubmittedForm) => Promise<T>
  /** Called after saving. Default: closes the dialog. */
  onSaved?: (saved: T) => void
  /** Adds a button that saves and starts another entry. Called after each save. */
  another?: () => unknown
  onOutdated?: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

export function FormDialog<T>({ title, save, onSaved, another, onClose, draft, children, ...form }: Props<T>) {
  const asksForAnother = useRef(false)
  const [entered, setEntered] = useState<readonly string[]>([])
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (entered.length > 0) fields.current?.querySelector('input')?.focus()
  }, [entered])
  const last = entered.at(-1)
  const giveUp = (): void => {
    if (draft) removeDraft(draft)
    onClose()
  }
  // True after any input since the dialog opened. A form without a draft has no other record of unsaved input.
  const isTyped = useRef(false)
  const { onEscape, confirmation } = useEscape(
    () => isTyped.current || (draft !== undefined && readDraft(draft) !== null),
    giveUp,
  )
  return (
    <Dialog title={title} onClose={giveUp} onEscape={onEscape}>
      <div ref={fields} onInput={() => (isTyped.current = true)}>
        <Form
          key={entered.length}
          {...form}
          draft={draft}
          save={async (sent) => {
            const more = asksForAnother.current
            asksForAnother.current = false
            const saved = await save(sent)
            isTyped.current = false
            if (more) {
              setEntered([...entered, sent.text('name')])
              void another?.()
            } else if (onSaved) onSaved(saved)
            else onClose()
            return ''
          }}
          actions={
            <>
              {another ? (
                <Button type="submit" onClick={() => (asksForAnother.current = true)}>
                  {words.firstSteps.saveAnother}
                </Button>
              ) : null}
              <Button onClick={giveUp}>{words.common.cancel}</Button>
            </>
          }
        >
          {children}
        </Form>
      </div>
      {confirmation}
      {another ? <p role="status">{last === undefined ? '' : words.firstSteps.savedNext(last)}</p> : null}
    </Dialog>
  )
}
