// Tabs of Reports: figures for everyone, the audit log for users who may read it.
import { Link } from '../link.tsx'
import { useLocation } from '../location.ts'
import { useMay } from '../session.tsx'
import { words } from '../../words/locale.ts'
import page from '../../ui/page.module.css'

const tabs = (mayAudit: boolean) => [
  { path: '/reports', name: words.reports.figures },
  ...(mayAudit ? [{ path: '/reports/audit', name: words.reports.auditLog }] : []),
]

export function ReportsTabs() {
  const { pathname } = useLocation()
  const mayAudit = useMay('readAudit')
  return (
    <nav aria-label={words.shell.reports} className={page.tabs}>
      {tabs(mayAudit).map(({ path, name }) => (
        <Link key={path} href={path} aria-current={pathname === path ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
