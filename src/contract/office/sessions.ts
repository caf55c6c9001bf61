// Sessions of users, and confirming the user's identity.
import { z } from 'zod'
import { InstantOut, text, Uuid, UuidOut } from '../fields.ts'
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

/** Businesses that the browser is signed in to. The first one is active. */
export const listSignedInBusinesses = endpoint({
  ...own,
  method: 'GET',
  path: '/account/businesses',
  reply: z.object({
    businesses: z.array(
      z.object({
        /** Name of the session, which is not its token. */
        key: z.string(),
        name: z.string(),
        email: z.string(),
        active: z.boolean(),
      }),
    ),
    /** Number of businesses whose installation can't be reached now. */
    unreachable: z.number().int(),
  }),
})

/** Makes another session of the browser active. Pages that are already open have to be reloaded. */
export const switchBusiness = endpoint({
  ...own,
  method: 'POST',
  path: '/account/businesses/switch',
  body: z.strictObject({ key: text(1, 100) }),
  reply: z.null(),
  audit: [],
})

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
