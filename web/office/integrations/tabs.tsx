// The parts of Integrations, for owners.
import type { ReactNode } from 'react'
import page from '../../ui/page.module.css'
import { Link } from '../link.tsx'
import { useLocation } from '../location.ts'
import log from '../log/log.module.css'
import { useRoleReason } from '../session.tsx'

const TABS = [
  { path: '/integrations', name: 'Keys and endpoints' },
  { path: '/integrations/deliveries', name: 'Webhook deliveries' },
  { path: '/integrations/requests', name: 'API calls' },
]

export function IntegrationsFrame({ children }: { children: ReactNode }) {
  const role = useRoleReason('OWNER')
  const { pathname } = useLocation()
  return (
    <div className={log.page}>
      <h1>Integrations</h1>
      {role ? (
        <p className={page.empty}>{role} Keys and webhooks are for owners.</p>
      ) : (
        <>
          <nav aria-label="Integrations" className={log.tabs}>
            {TABS.map(({ path, name }) => (
              <Link key={path} href={path} aria-current={pathname === path ? 'page' : undefined}>
                {name}
              </Link>
            ))}
            <a href="/docs">API reference</a>
          </nav>
          {children}
        </>
      )}
    </div>
  )
}
