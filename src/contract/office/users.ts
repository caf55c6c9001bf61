// Who may sign in, invitations and new passwords, and the business's settings.
import { z } from 'zod'
import { PROOF_RULES, type ProofRule } from '../../domain/proof.ts'
import { USER_ROLES, type UserRole } from '../../domain/user.ts'
import { boolean, integer, number, oneOf, optional, text, Uuid } from '../fields.ts'
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

export interface SettingsOut {
  undo_window_seconds: number
  proof_required: ProofRule
  proof_required_failed: boolean
  notify_scheduled: boolean
  notify_on_the_way: boolean
  notify_outcome: boolean
  sms_consent_default: boolean
  service_minutes: number
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

export const readSettings = officeEndpoint({ method: 'GET', path: '/settings', role: 'VIEWER' })
export const changeSettings = officeEndpoint({
  ...owner,
  method: 'PATCH',
  path: '/settings',
  body: z.strictObject({
    undo_window_seconds: integer(0, 900),
    proof_required: oneOf(PROOF_RULES),
    proof_required_failed: boolean(),
    notify_scheduled: boolean(),
    notify_on_the_way: boolean(),
    notify_outcome: boolean(),
    sms_consent_default: boolean(),
    service_minutes: number(0, 1_440),
  }),
})
