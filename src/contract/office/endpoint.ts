// An endpoint of the office as one literal: who may call it, what it takes and what it replies. http/office binds it,
// the pages' client gets its types from it, and tests check every reply against it.
import type { z } from 'zod'
import type { AuditAction } from '../../domain/audit.ts'
import type { Permission } from '../../domain/users/permissions.ts'
import type { AnyEndpoint } from '../endpoint.ts'
import type { OfficeLimit } from '../limits.ts'

export interface OfficeEndpoint extends AnyEndpoint {
  /** What someone needs for it; 'any': to be signed in; null: not even that. */
  permission: Permission | 'any' | null
  /** What its session is limited by or, where it needs none, its network. */
  limit: OfficeLimit
  /** It is of the people of the business, who are the same on its test side: always of the live one. */
  ofPeople?: true
  /** What it changes is all depots': nobody may call it who works for some of them only. */
  wholeBusiness?: true
  /** Only a person who confirmed lately who they are may call it; with names, if the body has one of them. */
  confirms?: true | readonly string[]
  /**
   * What `data` holds; null for nothing. FILE: the reply is a file or a page. EVENTS: it is a stream of server-sent
   * events, `change` each.
   */
  reply: z.ZodType | 'FILE' | 'EVENTS'
  /** The reply is sent as lines of JSON. Each line but the last is like this; the last has `data` or `error`. */
  line?: z.ZodType
  /** The actions that a change writes to the audit log; empty for a change that the log leaves out. */
  audit?: readonly AuditAction[]
}

/** A call that changes something says what it writes to the audit log. */
type Audited =
  | { method: 'GET'; audit?: undefined }
  | { method: 'POST' | 'PATCH' | 'DELETE'; audit: readonly AuditAction[] }

type Literal = Omit<OfficeEndpoint, 'limit'> & Partial<Pick<OfficeEndpoint, 'limit'>> & Audited

/** Keeps the literal's own types while checking that it is an endpoint. Its limit follows from what it does unless it names another. */
export const officeEndpoint = <const E extends Literal>(literal: E): E & { limit: OfficeLimit } => ({
  ...literal,
  limit: literal.limit ?? usualLimit(literal),
})

function usualLimit({ permission, reply, line, method, file, multipart, areasIn }: Literal): OfficeLimit {
  if (permission === null) return 'outside_of_network'
  if (reply === 'EVENTS') return 'office_streams'
  if (reply === 'FILE' || file || multipart || areasIn) return 'office_files'
  if (line) return 'office_plans'
  return method === 'GET' ? 'office_reads' : 'office_changes'
}
