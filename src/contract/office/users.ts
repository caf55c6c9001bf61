// Users, invitations and password links.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import { USER_ROLES } from '../../domain/users/permissions.ts'
import { boolean, InstantOut, oneOf, optional, text, Uuid, UuidOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { Email, NewPassword } from './sign-in.ts'

export const UserOut = z.object({
  user_uuid: UuidOut,
  name: z.string(),
  email: z.string(),
  role: z.enum(USER_ROLES),
  /** Depots that the user is restricted to, including depots that were removed. Null: no restriction. */
  depot_uuids: z.array(UuidOut).nullable(),
  /** A second factor of any kind. */
  has_second_factor: z.boolean(),
  /** The last request in a session that has not ended. Null if the user is signed out. */
  last_seen_at: InstantOut.nullable(),
  /** Number of browsers in which the user is signed in. */
  sessions: z.number(),
})
export type UserOut = z.output<typeof UserOut>

export const LinkOut = z.object({
  business_name: z.string(),
  email: z.string(),
  /** Whether the link creates a new user instead of a new password. */
  joins: z.boolean(),
})
export type LinkOut = z.output<typeof LinkOut>

/** Creator of a record, such as an API key, that also works after the creator has left. */
export const CreatorOut = z.object({
  /** Null if the user was removed. */
  name: z.string().nullable(),
  /**
   * Whether the user was removed or no longer has the permission, so that another owner decides whether the record
   * stays.
   */
  left: z.boolean(),
})
export type CreatorOut = z.output<typeof CreatorOut>

/** `details.made` of the error MADE_ACCESS. */
export interface MadeAccessOut {
  keys: { key_uuid: string; name: string; prefix: string }[]
  endpoints: { endpoint_uuid: string; url: string }[]
  connectors: { connector_uuid: string; name: string }[]
  single_sign_on: boolean
}

/**
 * Whether API keys, webhook endpoints, connections of shops and single sign-on that the user created stay. If absent, 409 MADE_ACCESS lists
 * them.
 */
const made = oneOf(['KEEP', 'REVOKE']).optional()
const MADE_ACTIONS = [
  'user.link_ended',
  'key.kept',
  'key.revoked',
  'connector.kept',
  'connector.deleted',
  'webhook_endpoint.kept',
  'webhook_endpoint.deleted',
  'single_sign_on.kept',
  'single_sign_on.removed',
] as const

/** A link that can still be used. */
export const PendingLinkOut = z.object({
  link_uuid: UuidOut,
  kind: z.enum(['INVITATION', 'NEW_PASSWORD']),
  email: z.string(),
  /** Role and depots of an invitation. */
  role: z.enum(USER_ROLES).nullable(),
  depot_uuids: z.array(UuidOut).nullable(),
  /** Name of the owner who created it. Null if an operator created it, or the user requested it by email. */
  made_by: z.string().nullable(),
  by_mail: z.boolean(),
  made_at: InstantOut,
  expires_at: InstantOut,
})
export type PendingLinkOut = z.output<typeof PendingLinkOut>

/** Link for the person. It is not stored anywhere. */
const Link = z.object({ link: z.string() })

const team = { permission: 'manageTeam', office: { ofPeople: true } } as const
const confirmedTeam = { ...team, office: { ...team.office, confirms: true } } as const
const UserId = z.object({ user_uuid: Uuid })
const Role = oneOf(USER_ROLES)
/** Null: all depots, including future ones. */
const Depots = z.array(Uuid).min(1, faultText('must name a depot, or be null for all')).max(100).nullable()

export const listUsers = endpoint({ ...team, method: 'GET', path: '/users', reply: z.array(UserOut) })
export const inviteUser = endpoint({
  ...confirmedTeam,
  method: 'POST',
  path: '/users/invite',
  body: z.strictObject({ email: Email, role: Role, depot_uuids: optional(Depots) }),
  reply: Link,
  audit: ['user.invited', 'user.link_ended'],
})
export const changeRole = endpoint({
  ...confirmedTeam,
  method: 'PATCH',
  path: '/users/{user_uuid}',
  params: UserId,
  body: z.strictObject({ role: Role, made }),
  reply: z.null(),
  audit: ['user.role_changed', ...MADE_ACTIONS],
})
/** The owner who requires a second factor must have one. */
export const requireSecondFactor = endpoint({
  ...confirmedTeam,
  method: 'POST',
  path: '/users/second-factor',
  body: z.strictObject({ required: boolean() }),
  reply: z.null(),
  audit: ['business.second_factor_changed'],
})
/** Depots of the live side, because users belong to the live side. */
export const listDepotsToChoose = endpoint({
  ...team,
  method: 'GET',
  path: '/users/depots',
  reply: z.array(z.object({ depot_uuid: UuidOut, name: z.string() })),
})
export const changeDepots = endpoint({
  ...confirmedTeam,
  method: 'POST',
  path: '/users/{user_uuid}/depots',
  params: UserId,
  body: z.strictObject({ depot_uuids: Depots }),
  reply: z.null(),
  audit: ['user.depots_changed', 'user.link_ended'],
})
export const removeUser = endpoint({
  ...confirmedTeam,
  method: 'DELETE',
  path: '/users/{user_uuid}',
  params: UserId,
  query: z.strictObject({ made }),
  reply: z.null(),
  audit: ['user.removed', ...MADE_ACTIONS],
})
export const resetLink = endpoint({
  ...confirmedTeam,
  method: 'POST',
  path: '/users/{user_uuid}/reset-link',
  params: UserId,
  reply: Link,
  audit: ['user.reset_link_made', 'user.link_ended'],
})
export const listPendingLinks = endpoint({
  ...team,
  method: 'GET',
  path: '/users/links',
  reply: z.array(PendingLinkOut),
})
/** Needs no confirmation, because it gives nobody access. */
export const withdrawLink = endpoint({
  ...team,
  method: 'DELETE',
  path: '/users/links/{link_uuid}',
  params: z.object({ link_uuid: Uuid }),
  reply: z.null(),
  audit: ['user.link_ended'],
})

export const readLink = endpoint({
  method: 'POST',
  path: '/welcome/read',
  permission: null,
  body: z.strictObject({ token: text(1, 100) }),
  reply: LinkOut.nullable(),
  audit: [],
  office: {},
})
export const useLink = endpoint({
  method: 'POST',
  path: '/welcome',
  permission: null,
  body: z.strictObject({ token: text(1, 100), name: optional(text(1, 200)), password: NewPassword }),
  reply: z.null(),
  audit: ['user.joined', 'user.password_reset', 'user.link_ended'],
  office: {},
})
