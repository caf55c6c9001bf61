// A dialog with one form, closed when it went through.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { dropDraft } from './drafts.ts'
import { Form } from './form.tsx'
import type { Sent, Values } from './form-values.ts'
import { words } from '../words/locale.ts'

interface Props<T> {
  title: string
  action?: string
  values?: Values
  draft?: string
  /** Why it can't be sent. */
  reason?: string | null
  save: (sent: Sent) => Promise<T>
  /** What follows once it is saved; else the dialog closes. */
  onSaved?: (saved: T) => void
  onOutdated?: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

export function FormDialog<T>({ title, save, onSaved, onClose, draft, children, ...form }: Props<T>) {
  const giveUp = (): void => {
    if (draft) dropDraft(draft)
    onClose()
  }
  return (
    <Dialog title={title} onClose={giveUp}>
      <Form
        {...form}
        draft={draft}
        save={async (sent) => {
          const saved = await save(sent)
          if (onSaved) onSaved(saved)
          else onClose()
          return ''
        }}
        actions={<Button onClick={giveUp}>{words.common.cancel}</Button>}
      >
        {children}
      </Form>
    </Dialog>
  )
}
