// A page, or a part of it, that did not come or broke. Loading it again mends both: the server may have been updated since.
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { words } from '../words/locale.ts'

export const NotOpened = () => (
  <div role="alert">
    <Page title={words.shell.notOpened}>
      <Empty action={<Reload />}>{words.shell.notOpenedText}</Empty>
    </Page>
  </div>
)

export const Reload = () => (
  <Button kind="primary" onClick={() => window.location.reload()}>
    {words.shell.reload}
  </Button>
)
