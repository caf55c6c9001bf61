// Sessions of users, and confirming the user's identity.
import { z } from 'zod'
import { InstantOut, Uuid, UuidOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation } from './sign-in.ts'

export const SessionListed = z.object({
  session_uuid: UuidOut,
  /** For example "Firefox, Windows". Null if unknown. */
  browser: z.string().nullable(),
  signed_in_at: InstantOut,
  /** Precise to five minutes. */
  last_seen_at: InstantOut,
  /** Whether this is the session of the request. */
  current: z.boolean(),
})
export type SessionListed = z.output<typeof SessionListed>

const own = { permission: 'any', office: { ofPeople: true } } as const
const team = { permission: 'manageTeam', office: { ofPeople: true } } as const

/** Allows this session to call operations that need a confirmation, for a limited time. */
export const confirmIdentity = endpoint({
  ...own,
  method: 'POST',
  path: '/account/confirm',
  body: z.strictObject(confirmation),
  reply: z.null(),
  audit: [],
})

export const listOwnSessions = endpoint({
  ...own,
  method: 'GET',
  path: '/account/sessions',
  reply: z.array(SessionListed),
})
export const endOwnSession = endpoint({
  ...own,
  method: 'DELETE',
  path: '/account/sessions/{session_uuid}',
  params: z.object({ session_uuid: Uuid }),
  reply: z.null(),
  audit: ['user.session_ended', 'user.link_ended'],
})

export const listSessionsOf = endpoint({
  ...team,
  method: 'GET',
  path: '/users/{user_uuid}/sessions',
  params: z.object({ user_uuid: Uuid }),
  reply: z.array(SessionListed),
})
export const endSessionOf = endpoint({
  ...team,
  method: 'DELETE',
  path: '/users/{user_uuid}/sessions/{session_uuid}',
  params: z.object({ user_uuid: Uuid, session_uuid: Uuid }),
  reply: z.null(),
  audit: ['user.session_ended', 'user.link_ended'],
})
