import { type Permission, PERMISSION_NAMES, PERMISSIONS } from '../../../src/domain/users/permissions.ts'

/** "Your role doesn’t let you …": as the server says it. */
export const permissions = Object.fromEntries(PERMISSION_NAMES.map((name) => [name, PERMISSIONS[name].lets])) as Record<
  Permission,
  string
>
