// What a company's identity provider says of a person: an address that it vouches for, and the role that goes with it.
import { EMAIL_ADDRESS, MAX_EMAIL_CHARACTERS } from './email-address.ts'
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
 * The email address, if the provider says that it is the person's own. Entra ID says it in a claim of its own,
 * `xms_edov`: that the domain of the address is verified.
 */
export function verifiedEmail({ email, email_verified, xms_edov }: Claims): string | null {
  const isVerified = email_verified === true || [true, 1, '1', 'true'].some((yes) => yes === xms_edov)
  return isVerified && typeof email === 'string' && isEmailAddress(email) ? email : null
}

const isEmailAddress = (email: string): boolean =>
  email.length <= MAX_EMAIL_CHARACTERS && EMAIL_ADDRESS.test(email) && email.search(CONTROL_CHARACTERS) < 0

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
