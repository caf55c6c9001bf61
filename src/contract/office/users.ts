// Who may sign in, invitations and new passwords.
import { z } from 'zod'
import { USER_ROLES, type UserRole } from '../../domain/users/user.ts'
import { oneOf, optional, text, Uuid } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'
import { Email, NewPassword } from './sign-in.ts'

export interface UserOut {
  user_uuid: string
  name: string
  email: string
  role: UserRole
  has_totp: boolean
}

export interface LinkOut {
  business_name: string
  email: string
  /** Whether it makes a new user, rather than a new password. */
  joins: boolean
}

const owner = { role: 'OWNER' } as const
const UserId = z.object({ user_uuid: Uuid })
const Role = oneOf(USER_ROLES)

export const listUsers = officeEndpoint({ ...owner, method: 'GET', path: '/users' })
export const inviteUser = officeEndpoint({
  ...owner,
  method: 'POST',
  path: '/users/invite',
  body: z.strictObject({ email: Email, role: Role }),
})
export const changeRole = officeEndpoint({
  ...owner,
  method: 'PATCH',
  path: '/users/{user_uuid}',
  params: UserId,
  body: z.strictObject({ role: Role }),
})
export const removeUser = officeEndpoint({ ...owner, method: 'DELETE', path: '/users/{user_uuid}', params: UserId })
export const resetLink = officeEndpoint({
  ...owner,
  method: 'POST',
  path: '/users/{user_uuid}/reset-link',
  params: UserId,
})

export const readLink = officeEndpoint({
  method: 'POST',
  path: '/welcome/read',
  role: null,
  body: z.strictObject({ token: text(1, 100) }),
})
export const useLink = officeEndpoint({
  method: 'POST',
  path: '/welcome',
  role: null,
  body: z.strictObject({ token: text(1, 100), name: optional(text(1, 200)), password: NewPassword }),
})
