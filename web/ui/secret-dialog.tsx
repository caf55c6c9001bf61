// Something shown only once, to be copied.
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { words } from '../words/locale.ts'
import page from './page.module.css'

interface Props {
  title: string
  lead: string
  secret: string
  onClose: () => void
}

export const SecretDialog = ({ title, lead, secret, onClose }: Props) => (
  <Dialog title={title} onClose={onClose}>
    <p>{lead}</p>
    <code className={page.secret}>{secret}</code>
    <DialogActions>
      <Button onClick={() => void navigator.clipboard?.writeText(secret)}>{words.common.copy}</Button>
      <Button kind="primary" onClick={onClose}>
        {words.common.done}
      </Button>
    </DialogActions>
  </Dialog>
)
