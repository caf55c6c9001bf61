// Claims of a company's identity provider about a person: the verified email address, and the role that follows from
// the claims.
import { EMAIL_ADDRESS, MAX_EMAIL_CHARACTERS } from './email-address.ts'
import { USER_ROLES, type UserRole } from './permissions.ts'

export type Claims = Readonly<Record<string, unknown>>

/** A person with this value in the claim gets this role. */
export interface RoleRule {
  value: string
  role: UserRole
}

export interface RoleRules {
  /** Name of the claim that contains roles, or null. */
  roleClaim: string | null
  roleRules: readonly RoleRule[]
  /** Role of people who match no rule. Null: they get none. */
  defaultRole: UserRole | null
}

const MAX_NAME_CHARACTERS = 200
/** OpenID Connect Core 1.0, section 2. */
const MAX_SUBJECT_CHARACTERS = 255
const CONTROL_CHARACTERS = /\p{Cc}/gu

/** Returns true if the provider's identifier of a person can be stored and compared. */
export const isSubject = (subject: string): boolean =>
  subject !== '' && subject.length <= MAX_SUBJECT_CHARACTERS && subject.search(CONTROL_CHARACTERS) < 0

/** Returns the person's name in one line and of limited length, or null if the provider names none. */
export function nameIn({ name }: Claims): string | null {
  const line = typeof name === 'string' ? name.replace(CONTROL_CHARACTERS, ' ').trim() : ''
  return line === '' ? null : line.slice(0, MAX_NAME_CHARACTERS).toWellFormed()
}

/**
 * Returns the email address if the provider states that it belongs to the person, else null. Entra ID uses a claim of
 * its own, `xms_edov`: the domain of the address is verified.
 */
export function verifiedEmail({ email, email_verified, xms_edov }: Claims): string | null {
  const isVerified = email_verified === true || [true, 1, '1', 'true'].some((yes) => yes === xms_edov)
  return isVerified && typeof email === 'string' && isEmailAddress(email) ? email : null
}

const isEmailAddress = (email: string): boolean =>
  email.length <= MAX_EMAIL_CHARACTERS && EMAIL_ADDRESS.test(email) && email.search(CONTROL_CHARACTERS) < 0

/** Returns whether the domain of the address is one of `domains`, which are in lower case. */
export const isOfDomain = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** Returns the highest role that the claim gives, else the default role. */
export function roleIn(claims: Claims, { roleClaim, roleRules, defaultRole }: RoleRules): UserRole | null {
  const values = roleClaim === null ? [] : valuesOf(claims, roleClaim)
  const given = roleRules.filter(({ value }) => values.includes(value)).map(({ role }) => role)
  return USER_ROLES.find((role) => given.includes(role)) ?? defaultRole
}

/**
 * Returns the values of a claim by its name or by its path in nested claims, such as `realm_access.roles` of Keycloak.
 */
function valuesOf(claims: Claims, name: string): unknown[] {
  const inside = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Claims)[key] : undefined
  const value = inside(claims, name) ?? name.split('.').reduce<unknown>(inside, claims)
  return Array.isArray(value) ? value : [value]
}
