// The parts of Reports: figures for all, the audit log for owners.
import { Link } from '../link.tsx'
import { useLocation } from '../location.ts'
import log from '../log/log.module.css'

const TABS = [
  { path: '/reports', name: 'Figures' },
  { path: '/reports/audit', name: 'Audit log' },
]

export function ReportsTabs() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Reports" className={log.tabs}>
      {TABS.map(({ path, name }) => (
        <Link key={path} href={path} aria-current={pathname === path ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
