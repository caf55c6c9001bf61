// Shown if no page exists at the URL.
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { words } from '../words/locale.ts'
import { Link } from './link.tsx'

export const NotFound = () => (
  <Page title={words.shell.notFound}>
    <Empty action={<Link href="/">{words.shell.toToday}</Link>}>
      {words.shell.nothingAt(window.location.pathname)}
    </Empty>
  </Page>
)
