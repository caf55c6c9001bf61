// The parts of Integrations, for owners.
import type { ReactNode } from 'react'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useLocation } from '../location.ts'
import log from '../log/log.module.css'
import { useRoleReason } from '../session.tsx'

const tabs = () => [
  { path: '/integrations', name: words.integrations.keysAndEndpoints },
  { path: '/integrations/deliveries', name: words.integrations.webhookDeliveries },
  { path: '/integrations/requests', name: words.integrations.apiCalls },
]

export function IntegrationsFrame({ children }: { children: ReactNode }) {
  const role = useRoleReason('OWNER')
  const { pathname } = useLocation()
  return (
    <div className={log.page}>
      <h1>{words.shell.integrations}</h1>
      {role ? (
        <p className={page.empty}>{words.integrations.forOwners(role)}</p>
      ) : (
        <>
          <nav aria-label={words.shell.integrations} className={log.tabs}>
            {tabs().map(({ path, name }) => (
              <Link key={path} href={path} aria-current={pathname === path ? 'page' : undefined}>
                {name}
              </Link>
            ))}
            <a href="/docs">{words.integrations.reference}</a>
          </nav>
          {children}
        </>
      )}
    </div>
  )
}
