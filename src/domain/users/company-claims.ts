// What a company's identity provider says of a person: an address that it vouches for, and the role that goes with it.
import { USER_ROLES, type UserRole } from './permissions.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Whoever has this value in the claim has this role. */
export interface RoleRule {
  value: string
  role: UserRole
}

export interface RoleRules {
  /** Which claim tells roles; null when none does. */
  roleClaim: string | null
  roleRules: readonly RoleRule[]
  /** Of those whom no rule names; null when they get none. */
  defaultRole: UserRole | null
}

/**
 * The email address, if the provider says that it is the person's own. Entra ID says it in a claim of its own,
 * `xms_edov`: that the domain of the address is verified.
 */
export function verifiedEmail({ email, email_verified, xms_edov }: Claims): string | null {
  const isVerified = email_verified === true || [true, 1, '1', 'true'].some((yes) => yes === xms_edov)
  return isVerified && typeof email === 'string' && email.includes('@') ? email : null
}

export const isOfDomain = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** The highest role that the claim gives, else the default. */
export function roleIn(claims: Claims, { roleClaim, roleRules, defaultRole }: RoleRules): UserRole | null {
  const values = roleClaim === null ? [] : valuesOf(claims, roleClaim)
  const given = roleRules.filter(({ value }) => values.includes(value)).map(({ role }) => role)
  return USER_ROLES.find((role) => given.includes(role)) ?? defaultRole
}

/** Of a claim by its name, or by its path in others: Keycloak has `realm_access.roles`. */
function valuesOf(claims: Claims, name: string): unknown[] {
  const inside = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Claims)[key] : undefined
  const value = inside(claims, name) ?? name.split('.').reduce<unknown>(inside, claims)
  return Array.isArray(value) ? value : [value]
}
