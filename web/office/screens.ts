// The screens of the office, as its head and the palette name them, and what someone needs for each.
import { mayAs, type Permission, type UserRole } from '../../src/domain/users/permissions.ts'
import { words } from '../words/locale.ts'

const SCREENS = [
  { path: '/', key: 'day', permission: 'readRoutes' },
  { path: '/orders', key: 'orders', permission: 'readOrders' },
  { path: '/import', key: 'import', permission: 'changeOrders' },
  { path: '/loads', key: 'loads', permission: 'checkLoads' },
  { path: '/fleet', key: 'fleet', permission: 'readFleet' },
  { path: '/zones', key: 'zones', permission: 'readZones' },
  { path: '/integrations', key: 'integrations', permission: 'manageWebhooks' },
  { path: '/reports', key: 'reports', permission: 'readReports' },
  { path: '/team', key: 'team', permission: 'manageTeam' },
  { path: '/settings', key: 'settings', permission: 'readSettings' },
] as const satisfies readonly { path: string; key: string; permission: Permission }[]

/** Those that are reached from another. */
const INNER: readonly { path: string; permission: Permission }[] = [
  { path: '/builds', permission: 'readRoutes' },
  { path: '/playback', permission: 'readRoutes' },
  { path: '/replies', permission: 'readOrders' },
  { path: '/reports/audit', permission: 'readAudit' },
  { path: '/settings/sign-on', permission: 'manageTeam' },
  { path: '/settings/region', permission: 'changeSettings' },
]

/** Those of the role. */
export const screensOf = (role: UserRole): { path: string; name: string }[] =>
  SCREENS.filter(({ permission }) => mayAs(role, permission)).map(({ path, key }) => ({ path, name: words.shell[key] }))

/** What the screen at this path takes; null for one's own account. What is no other screen is the day. */
export function permissionAt(path: string): Permission | null {
  if (path === '/account') return null
  const all = [...INNER, ...SCREENS.filter((screen) => screen.path !== '/')]
  return all.find((screen) => path === screen.path || path.startsWith(`${screen.path}/`))?.permission ?? 'readRoutes'
}
