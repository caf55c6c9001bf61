// A dialog with one form: sent, its faults shown, closed when it went through.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import page from './page.module.css'
import { useSubmit } from './use-submit.ts'

interface Props<T> {
  title: string
  action?: string
  fields: readonly string[]
  save: (fields: Record<string, string>, form: HTMLFormElement) => Promise<T>
  /** What follows once it is saved; else the dialog closes. */
  onSaved?: (saved: T) => void
  onClose: () => void
  children: (faultOf: (field: string) => string | null) => ReactNode
}

export function RecordDialog<T>({ title, action = 'Save', fields, save, onSaved, onClose, children }: Props<T>) {
  const { onSubmit, busy, faultOf, said } = useSubmit(async (values, form) => {
    const saved = await save(values, form)
    if (onSaved) onSaved(saved)
    else onClose()
    return ''
  }, fields)
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={page.form} onSubmit={onSubmit} noValidate>
        {children(faultOf)}
        <p role="alert" className={page.bad}>
          {said}
        </p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Something shown this once, to be copied. */
export const SecretDialog = ({
  title,
  lead,
  secret,
  onClose,
}: {
  title: string
  lead: string
  secret: string
  onClose: () => void
}) => (
  <Dialog title={title} onClose={onClose}>
    <p>{lead}</p>
    <code className={page.secret}>{secret}</code>
    <DialogActions>
      <Button onClick={() => void navigator.clipboard?.writeText(secret)}>Copy</Button>
      <Button kind="primary" onClick={onClose}>
        Done
      </Button>
    </DialogActions>
  </Dialog>
)
