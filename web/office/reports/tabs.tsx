// The parts of Reports: figures for all, the audit log for owners.
import { Link } from '../link.tsx'
import { useLocation } from '../location.ts'
import log from '../log/log.module.css'
import { words } from '../../words/locale.ts'

const tabs = () => [
  { path: '/reports', name: words.reports.figures },
  { path: '/reports/audit', name: words.reports.auditLog },
]

export function ReportsTabs() {
  const { pathname } = useLocation()
  return (
    <nav aria-label={words.shell.reports} className={log.tabs}>
      {tabs().map(({ path, name }) => (
        <Link key={path} href={path} aria-current={pathname === path ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
