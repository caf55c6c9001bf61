// Shown instead of a page, dialog or part that failed to load or to render. Offers to reload, because the server may have
// been updated since.
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { words } from '../words/locale.ts'

export const NotOpened = () => (
  <Page title={words.shell.notOpened}>
    <PartNotOpened />
  </Page>
)

export const DialogNotOpened = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={words.shell.notOpened} onClose={onClose}>
    <PartNotOpened />
    <DialogActions>
      <Button onClick={onClose}>{words.common.close}</Button>
    </DialogActions>
  </Dialog>
)

export const PartNotOpened = () => (
  <div role="alert">
    <Empty
      action={
        <Button kind="primary" onClick={() => window.location.reload()}>
          {words.shell.reload}
        </Button>
      }
    >
      {words.shell.notOpenedText}
    </Empty>
  </div>
)
