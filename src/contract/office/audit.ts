// The audit log, for owners: it tells of users, keys and settings.
import { z } from 'zod'
import { ACTOR_KINDS } from '../../domain/users/actor.ts'
import { AUDIT_SUBJECTS } from '../../domain/audit.ts'
import { Day, InstantOut, oneOf, text, Uuid, UuidOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const AuditOut = z.object({
  audit_uuid: UuidOut,
  at: InstantOut,
  kind: z.enum(ACTOR_KINDS),
  /** The user, driver or API key by name. */
  by: z.string().nullable(),
  action: z.string(),
  /** In words, reading on from a name: "changed the delivery". */
  words: z.string(),
  entity: z.string(),
  entity_uuid: UuidOut,
  /** What people know it by; null for one that is gone. */
  record: z.string().nullable(),
  /** Fields before and after. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** What else is known, in words. */
  more: z.array(z.string()),
  request_id: z.string().nullable(),
})
export type AuditOut = z.output<typeof AuditOut>

export const AuditLogOut = z.object({ entries: z.array(AuditOut), next_cursor: z.string().nullable() })
export type AuditLogOut = z.output<typeof AuditLogOut>

const filters = {
  kind: oneOf(ACTOR_KINDS).optional(),
  /** A user or driver, by id. */
  actor: Uuid.optional(),
  subject: oneOf(AUDIT_SUBJECTS).optional(),
  action: text(1, 100).optional(),
  /** A delivery's reference, or the id of any record. */
  record: text(0, 200).optional(),
  from: Day.optional(),
  to: Day.optional(),
}
const Filters = z.strictObject(filters)
export type AuditFilters = z.output<typeof Filters>

export const readAudit = endpoint({
  method: 'GET',
  path: '/audit',
  permission: 'readAudit',
  query: z.strictObject({ ...filters, cursor: text(1, 2_000).optional() }),
  reply: AuditLogOut,
  office: {},
})
export const exportAudit = endpoint({
  method: 'GET',
  path: '/audit.csv',
  permission: 'readAudit',
  query: Filters,
  reply: 'FILE',
  office: {},
})
