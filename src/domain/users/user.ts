// What people of the office may do. Each role may do what the ones after it may.

export const USER_ROLES = ['OWNER', 'DISPATCHER', 'VIEWER'] as const
export type UserRole = (typeof USER_ROLES)[number]

/** Whether someone of this role may do what takes at least `least`. */
export const mayAs = (role: UserRole, least: UserRole): boolean => USER_ROLES.indexOf(role) <= USER_ROLES.indexOf(least)
