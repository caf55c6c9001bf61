// Permissions of roles and API key scopes, as a single table. The office, the scopes of API keys and docs/roles.md are
// derived from it.
import { type PlainSentence } from '../../texts/text.ts'

export const USER_ROLES = ['OWNER', 'DISPATCHER', 'DRIVER_MANAGER', 'VIEWER', 'WAREHOUSE', 'ACCOUNTANT'] as const
export type UserRole = (typeof USER_ROLES)[number]

/** Scopes as in openapi.json. Each text completes "A key with it can …". */
export const KEY_SCOPES = {
  'orders:read': 'read deliveries, routes, events, the fleet, zones, settings and reports, and check availability',
  'orders:write': 'add, change and cancel deliveries and recurring orders',
  'routes:plan': 'build and change routes, and solve with the engine',
  'routes:dispatch': 'dispatch and cancel routes, and record and take back what happens on them',
  administer: 'change the fleet, zones and settings, and manage webhook endpoints',
} as const satisfies Record<string, string>

export type KeyScope = keyof typeof KEY_SCOPES
export const KEY_SCOPE_NAMES = Object.keys(KEY_SCOPES) as [KeyScope, ...KeyScope[]]

interface PermissionRow {
  /** Completes "Someone who has it can …". */
  lets: PlainSentence
  /** Roles with this permission, in addition to owners, who have all. */
  roles: readonly Exclude<UserRole, 'OWNER'>[]
  /** Scope that gives a key this permission. Null: no key has it. */
  scope: KeyScope | null
}

export const PERMISSIONS = {
  readRoutes: {
    lets: 'see days, routes and builds',
    roles: ['DISPATCHER', 'DRIVER_MANAGER', 'VIEWER'],
    scope: 'orders:read',
  },
  readOrders: {
    lets: 'see deliveries, their proof and what customers answered',
    roles: ['DISPATCHER', 'DRIVER_MANAGER', 'VIEWER'],
    scope: 'orders:read',
  },
  changeOrders: {
    lets: 'add, import, change and cancel deliveries',
    roles: ['DISPATCHER'],
    scope: 'orders:write',
  },
  setZonesAside: {
    lets: 'set zones and dates aside for a delivery',
    roles: [],
    scope: null,
  },
  planRoutes: {
    lets: 'build and change routes',
    roles: ['DISPATCHER'],
    scope: 'routes:plan',
  },
  assignDrivers: {
    lets: 'give routes to drivers and send them their links',
    roles: ['DISPATCHER', 'DRIVER_MANAGER'],
    scope: 'routes:dispatch',
  },
  dispatchRoutes: {
    lets: 'send and cancel routes, and record what happens on them',
    roles: ['DISPATCHER'],
    scope: 'routes:dispatch',
  },
  checkLoads: {
    lets: 'see what is loaded on which vehicle, and check it',
    roles: ['DISPATCHER', 'WAREHOUSE'],
    scope: null,
  },
  readFleet: {
    lets: 'see depots, vehicles and drivers',
    roles: ['DISPATCHER', 'DRIVER_MANAGER', 'VIEWER'],
    scope: 'orders:read',
  },
  changeFleet: {
    lets: 'change depots and vehicles',
    roles: ['DISPATCHER'],
    scope: 'administer',
  },
  changeDrivers: {
    lets: 'change drivers and share their pages',
    roles: ['DISPATCHER', 'DRIVER_MANAGER'],
    scope: 'administer',
  },
  readZones: {
    lets: 'see zones and which one a place is in',
    roles: ['DISPATCHER', 'VIEWER'],
    scope: 'orders:read',
  },
  changeZones: {
    lets: 'change zones',
    roles: [],
    scope: 'administer',
  },
  readReports: {
    lets: 'see reports',
    roles: ['DISPATCHER', 'DRIVER_MANAGER', 'VIEWER', 'ACCOUNTANT'],
    scope: 'orders:read',
  },
  readSettings: {
    lets: 'see settings',
    roles: ['DISPATCHER', 'VIEWER'],
    scope: 'orders:read',
  },
  changeTraffic: {
    lets: 'change how traffic is counted on',
    roles: ['DISPATCHER'],
    scope: 'administer',
  },
  changeSettings: {
    lets: 'change settings',
    roles: [],
    scope: 'administer',
  },
  handlePeople: {
    lets: 'find, export and erase the data of a customer',
    roles: [],
    scope: 'administer',
  },
  manageWebhooks: {
    lets: 'manage webhook endpoints and connected shops, and see what was sent',
    roles: [],
    scope: 'administer',
  },
  manageKeys: {
    lets: 'manage API keys and see their calls',
    roles: [],
    scope: null,
  },
  readAudit: {
    lets: 'see the audit log',
    roles: [],
    scope: null,
  },
  manageTeam: {
    lets: 'manage the team and single sign-on',
    roles: [],
    scope: null,
  },
} as const satisfies Record<string, PermissionRow>

export type Permission = keyof typeof PERMISSIONS
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as [Permission, ...Permission[]]

/** Permissions that a key can have. */
export type KeyPermission = {
  [P in Permission]: (typeof PERMISSIONS)[P]['scope'] extends null ? never : P
}[Permission]

const rolesOf = (permission: Permission): readonly UserRole[] => PERMISSIONS[permission].roles

/** Returns whether the role has the permission. Owners have all permissions. */
export const roleHasPermission = (role: UserRole, permission: Permission): boolean =>
  role === 'OWNER' || rolesOf(permission).includes(role)

/**
 * Returns whether only owners have the permission. This is true of all permissions to make things that outlive their
 * creator.
 */
export const isForOwners = (permission: Permission): boolean => rolesOf(permission).length === 0

export const permissionsOf = (role: UserRole): Permission[] =>
  PERMISSION_NAMES.filter((permission) => roleHasPermission(role, permission))
