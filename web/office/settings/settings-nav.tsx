// Parts of Settings in four groups, with the team, the integrations and the activity log.
import { roleHasPermission } from '../../../src/domain/users/permissions.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useLocation } from '../location.ts'
import { permissionAt } from '../screens.ts'
import { useSession } from '../session.tsx'
import style from './settings-frame.module.css'

interface Part {
  path: string
  name: string
  icon: IconName
}

const groupsOf = (business: string): { title: string; parts: Part[] }[] => [
  {
    title: business,
    parts: [
      { path: '/settings', name: words.settings.business, icon: 'building' },
      { path: '/team', name: words.shell.team, icon: 'user' },
      { path: '/settings/privacy', name: words.privacy.title, icon: 'shield' },
      { path: '/settings/sign-on', name: words.singleSignOn.title, icon: 'key' },
    ],
  },
  {
    title: words.settings.groups.deliveries,
    parts: [
      { path: '/settings/drivers', name: words.settings.drivers, icon: 'fleet' },
      { path: '/settings/customers', name: words.settings.customers, icon: 'bag' },
      { path: '/settings/notices', name: words.settings.notices, icon: 'bell' },
    ],
  },
  {
    title: words.settings.groups.roads,
    parts: [
      { path: '/settings/region', name: words.settings.region, icon: 'map' },
      { path: '/settings/traffic', name: words.settings.traffic, icon: 'clock' },
    ],
  },
  {
    title: words.settings.groups.connections,
    parts: [
      { path: '/integrations', name: words.shell.integrations, icon: 'plug' },
      { path: '/settings/activity', name: words.audit.title, icon: 'document' },
    ],
  },
]

export function SettingsNav() {
  const { pathname } = useLocation()
  const { user, business } = useSession()
  const mayOpen = ({ path }: Part): boolean => {
    const permission = permissionAt(path)
    return permission === null || roleHasPermission(user.role, permission)
  }
  const isCurrent = ({ path }: Part): boolean =>
    pathname === path || (path === '/integrations' && pathname.startsWith(`${path}/`))
  return (
    <nav aria-label={words.settings.parts} className={style.parts}>
      <h2>{words.settings.title}</h2>
      {groupsOf(business.name)
        .map(({ title, parts }) => ({ title, parts: parts.filter(mayOpen) }))
        .filter(({ parts }) => parts.length > 0)
        .map(({ title, parts }) => (
          <div key={title}>
            <h3>{title}</h3>
            {parts.map((part) => (
              <Link key={part.path} href={part.path} aria-current={isCurrent(part) ? 'page' : undefined}>
                <Icon name={part.icon} />
                <span>{part.name}</span>
              </Link>
            ))}
          </div>
        ))}
    </nav>
  )
}
