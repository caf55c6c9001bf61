// Users who may make a link to join the business or to set a new password. The rule is checked until the link is
// used.
import { roleHasPermission, type UserRole } from './permissions.ts'

export interface LinkCreatorRights {
  role: UserRole
  /** Depots that the user is restricted to. Null: no restriction. Ignored for owners. */
  depots: readonly string[] | null
}

/**
 * Returns whether the creator may make a link for a person who is restricted to the depots `reach`; null means no
 * restriction. `creator` is null if the creator was removed.
 */
export function mayMakeLink(creator: LinkCreatorRights | null, reach: readonly string[] | null): boolean {
  if (!creator || !roleHasPermission(creator.role, 'manageTeam')) return false
  const own = creator.role === 'OWNER' ? null : creator.depots
  return own === null || (reach !== null && reach.every((depot) => own.includes(depot)))
}
