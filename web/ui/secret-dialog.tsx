// Dialog for a secret that is shown only once, to copy.
import { useState } from 'react'
import { Button } from './button.tsx'
import { canCopy, copyText } from './clipboard.ts'
import { Dialog, DialogActions } from './dialog.tsx'
import { words } from '../words/locale.ts'
import page from './page.module.css'

interface Props {
  title: string
  lead: string
  secret: string
  onClose: () => void
}

export function SecretDialog({ title, lead, secret, onClose }: Props) {
  const [said, setSaid] = useState('')
  const copy = async (): Promise<void> =>
    setSaid((await copyText(secret)) ? words.common.copied : words.common.cannotCopy)
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{lead}</p>
      <code className={page.secret}>{secret}</code>
      <p role="status" className={page.said}>
        {said}
      </p>
      <DialogActions>
        {canCopy() ? <Button onClick={() => void copy()}>{words.common.copy}</Button> : null}
        <Button kind="primary" onClick={onClose}>
          {words.common.done}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
