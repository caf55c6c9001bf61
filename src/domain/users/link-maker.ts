// Who may make a link by which somebody joins the business or chooses a new password. The rule holds until the link is used.
import { mayAs, type UserRole } from './permissions.ts'

export interface Standing {
  role: UserRole
  /** Depots that the user works for; null for all. Ignored for owners. */
  depots: readonly string[] | null
}

/**
 * Whether the maker may let somebody in who works for `reach`, the depots of the person who uses the link; null for all.
 * A maker who was removed is null.
 */
export function mayMakeLink(maker: Standing | null, reach: readonly string[] | null): boolean {
  if (!maker || !mayAs(maker.role, 'manageTeam')) return false
  const own = maker.role === 'OWNER' ? null : maker.depots
  return own === null || (reach !== null && reach.every((depot) => own.includes(depot)))
}
