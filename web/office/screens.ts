// Screens of the office as listed in the header and the palette, each with the permission that it requires.
import { roleHasPermission, type Permission, type UserRole } from '../../src/domain/users/permissions.ts'
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

/** Screens that are reached from another screen. */
const INNER: readonly { path: string; permission: Permission }[] = [
  { path: '/builds', permission: 'readRoutes' },
  { path: '/playback', permission: 'readRoutes' },
  { path: '/replies', permission: 'readOrders' },
  { path: '/reports/audit', permission: 'readAudit' },
  { path: '/settings/sign-on', permission: 'manageTeam' },
  { path: '/settings/region', permission: 'changeSettings' },
]

/** Screens that the role may open. */
export const screensOf = (role: UserRole): { path: string; name: string }[] =>
  SCREENS.filter(({ permission }) => roleHasPermission(role, permission)).map(({ path, key }) => ({
    path,
    name: words.shell[key],
  }))

/**
 * Permission for the screen at this path. Null for the user's own account. Paths without a screen of their own show the day.
 */
export function permissionAt(path: string): Permission | null {
  if (path === '/account') return null
  const all = [...INNER, ...SCREENS.filter((screen) => screen.path !== '/')]
  return all.find((screen) => path === screen.path || path.startsWith(`${screen.path}/`))?.permission ?? 'readRoutes'
}
