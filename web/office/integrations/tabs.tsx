// Tabs of Integrations.
import type { ReactNode } from 'react'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useLocation } from '../location.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'

const tabs = () => [
  { path: '/integrations', name: words.integrations.keys },
  { path: '/integrations/deliveries', name: words.integrations.webhooks },
  { path: '/integrations/shops', name: words.shops.title },
  { path: '/integrations/requests', name: words.integrations.apiCalls },
]

export function IntegrationsFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <SettingsFrame
      title={words.shell.integrations}
      actions={
        <a href="/docs" className={page.soft}>
          {words.integrations.reference}
        </a>
      }
    >
      <div className={page.part}>
        <nav aria-label={words.shell.integrations} className={page.tabs}>
          {tabs().map(({ path, name }) => (
            <Link key={path} href={path} aria-current={pathname === path ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        {children}
      </div>
    </SettingsFrame>
  )
}
