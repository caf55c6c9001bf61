// Tabs of Integrations.
import type { ReactNode } from 'react'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useLocation } from '../location.ts'
import { Page } from '../../ui/page.tsx'
import { SettingsNav } from '../settings/settings-nav.tsx'

const tabs = () => [
  { path: '/integrations', name: words.integrations.keysAndEndpoints },
  { path: '/integrations/deliveries', name: words.integrations.webhookDeliveries },
  { path: '/integrations/requests', name: words.integrations.apiCalls },
]

export function IntegrationsFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Page wide title={words.shell.integrations} beside={<SettingsNav />}>
      <nav aria-label={words.shell.integrations} className={page.tabs}>
        {tabs().map(({ path, name }) => (
          <Link key={path} href={path} aria-current={pathname === path ? 'page' : undefined}>
            {name}
          </Link>
        ))}
        <a href="/docs">{words.integrations.reference}</a>
      </nav>
      {children}
    </Page>
  )
}
