// Who may sign in, invitations and new passwords.
import { z } from 'zod'
import { USER_ROLES } from '../../domain/users/permissions.ts'
import { oneOf, optional, text, Uuid, UuidOut } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'
import { Email, NewPassword } from './sign-in.ts'

export const UserOut = z.object({
  user_uuid: UuidOut,
  name: z.string(),
  email: z.string(),
  role: z.enum(USER_ROLES),
  /** Of whichever kind. */
  has_second_factor: z.boolean(),
})
export type UserOut = z.output<typeof UserOut>

export const LinkOut = z.object({
  business_name: z.string(),
  email: z.string(),
  /** Whether it makes a new user, rather than a new password. */
  joins: z.boolean(),
})
export type LinkOut = z.output<typeof LinkOut>

/** To hand to the person; it is nowhere else. */
const Link = z.object({ link: z.string() })

const team = { permission: 'manageTeam', ofPeople: true } as const
const confirmedTeam = { ...team, confirms: true } as const
const UserId = z.object({ user_uuid: Uuid })
const Role = oneOf(USER_ROLES)

export const listUsers = officeEndpoint({ ...team, method: 'GET', path: '/users', reply: z.array(UserOut) })
export const inviteUser = officeEndpoint({
  ...confirmedTeam,
  method: 'POST',
  path: '/users/invite',
  body: z.strictObject({ email: Email, role: Role }),
  reply: Link,
  audit: ['user.invited'],
})
export const changeRole = officeEndpoint({
  ...confirmedTeam,
  method: 'PATCH',
  path: '/users/{user_uuid}',
  params: UserId,
  body: z.strictObject({ role: Role }),
  reply: z.null(),
  audit: ['user.role_changed'],
})
export const removeUser = officeEndpoint({
  ...confirmedTeam,
  method: 'DELETE',
  path: '/users/{user_uuid}',
  params: UserId,
  reply: z.null(),
  audit: ['user.removed'],
})
export const resetLink = officeEndpoint({
  ...confirmedTeam,
  method: 'POST',
  path: '/users/{user_uuid}/reset-link',
  params: UserId,
  reply: Link,
  audit: ['user.reset_link_made'],
})

export const readLink = officeEndpoint({
  method: 'POST',
  path: '/welcome/read',
  permission: null,
  body: z.strictObject({ token: text(1, 100) }),
  reply: LinkOut.nullable(),
  audit: [],
})
export const useLink = officeEndpoint({
  method: 'POST',
  path: '/welcome',
  permission: null,
  body: z.strictObject({ token: text(1, 100), name: optional(text(1, 200)), password: NewPassword }),
  reply: z.null(),
  audit: ['user.joined', 'user.password_reset'],
})
