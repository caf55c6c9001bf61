// Screens of the office, each with the permission that it requires. The rail lists the main screens. The palette lists all.
import { roleHasPermission, type Permission, type UserRole } from '../../src/domain/users/permissions.ts'
import type { IconName } from '../ui/icon.tsx'
import { words } from '../words/locale.ts'

interface Screen {
  path: string
  key: 'day' | 'orders' | 'import' | 'loads' | 'fleet' | 'zones' | 'integrations' | 'reports' | 'team' | 'settings'
  permission: Permission
  /** Icon in the rail. Null if the screen is reached from the one at `within`. */
  icon: IconName | null
  within?: string
}

const SCREENS: readonly Screen[] = [
  { path: '/', key: 'day', permission: 'readRoutes', icon: 'day' },
  { path: '/orders', key: 'orders', permission: 'readOrders', icon: 'orders' },
  { path: '/import', key: 'import', permission: 'changeOrders', icon: null, within: '/orders' },
  { path: '/loads', key: 'loads', permission: 'checkLoads', icon: 'loads' },
  { path: '/fleet', key: 'fleet', permission: 'readFleet', icon: 'fleet' },
  { path: '/zones', key: 'zones', permission: 'readZones', icon: 'zones' },
  { path: '/reports', key: 'reports', permission: 'readReports', icon: 'reports' },
  { path: '/team', key: 'team', permission: 'manageTeam', icon: null, within: '/settings' },
  { path: '/integrations', key: 'integrations', permission: 'manageWebhooks', icon: null, within: '/settings' },
  { path: '/settings', key: 'settings', permission: 'readSettings', icon: 'settings' },
]

/** Screens that are reached from another screen, without an entry in the palette. */
const INNER: readonly { path: string; permission: Permission }[] = [
  { path: '/builds', permission: 'readRoutes' },
  { path: '/playback', permission: 'readRoutes' },
  { path: '/replies', permission: 'readOrders' },
  { path: '/settings/activity', permission: 'readAudit' },
  { path: '/settings/sign-on', permission: 'manageTeam' },
  { path: '/settings/region', permission: 'changeSettings' },
]

export interface ScreenLink {
  path: string
  name: string
  icon: IconName | null
}

/** Screens that the role may open. */
export const screensOf = (role: UserRole): ScreenLink[] =>
  SCREENS.filter(({ permission }) => roleHasPermission(role, permission)).map(({ path, key, icon }) => ({
    path,
    name: words.shell[key],
    icon,
  }))

const isAt = (path: string, screen: string): boolean => path === screen || path.startsWith(`${screen}/`)

/** Returns whether the path belongs to this screen of the rail. */
export const belongsTo = (path: string, screen: string): boolean =>
  isAt(path, screen) || SCREENS.some(({ path: inner, within }) => within === screen && isAt(path, inner))

/**
 * Permission for the screen at this path. Null for the user's own account. Paths without a screen of their own show the day.
 */
export function permissionAt(path: string): Permission | null {
  if (path === '/account') return null
  const all = [...INNER, ...SCREENS.filter((screen) => screen.path !== '/')]
  return all.find((screen) => isAt(path, screen.path))?.permission ?? 'readRoutes'
}
