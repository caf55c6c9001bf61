// Navigation between the parts of Settings, with the team and the integrations.
import { roleHasPermission } from '../../../src/domain/users/permissions.ts'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useLocation } from '../location.ts'
import { permissionAt } from '../screens.ts'
import { useSession } from '../session.tsx'

const settingsParts = () =>
  [
    ['/settings', words.settings.business],
    ['/settings/drivers', words.settings.drivers],
    ['/settings/customers', words.settings.customers],
    ['/settings/notices', words.settings.notices],
    ['/settings/privacy', words.privacy.title],
    ['/settings/traffic', words.settings.traffic],
    ['/settings/region', words.settings.region],
    ['/team', words.shell.team],
    ['/settings/sign-on', words.singleSignOn.title],
    ['/integrations', words.shell.integrations],
  ] as const

export function SettingsNav() {
  const { pathname } = useLocation()
  const { role } = useSession().user
  const isCurrent = (path: string): boolean =>
    pathname === path || (path === '/integrations' && pathname.startsWith(`${path}/`))
  return (
    <nav aria-label={words.settings.parts} className={page.parts}>
      {settingsParts()
        .filter(([path]) => {
          const permission = permissionAt(path)
          return permission === null || roleHasPermission(role, permission)
        })
        .map(([path, name]) => (
          <Link key={path} href={path} aria-current={isCurrent(path) ? 'page' : undefined}>
            {name}
          </Link>
        ))}
    </nav>
  )
}
