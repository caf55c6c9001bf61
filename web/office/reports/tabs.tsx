// The parts of Reports: figures for all, the audit log for owners.
import { Link } from '../link.tsx'
import { useLocation } from '../location.ts'
import { words } from '../../words/locale.ts'
import page from '../../ui/page.module.css'

const tabs = () => [
  { path: '/reports', name: words.reports.figures },
  { path: '/reports/audit', name: words.reports.auditLog },
]

export function ReportsTabs() {
  const { pathname } = useLocation()
  return (
    <nav aria-label={words.shell.reports} className={page.tabs}>
      {tabs().map(({ path, name }) => (
        <Link key={path} href={path} aria-current={pathname === path ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
