// The audit log, for owners because it covers users, keys and settings.
import { z } from 'zod'
import { ACTOR_KINDS } from '../../domain/users/actor.ts'
import { AUDIT_SUBJECTS } from '../../domain/audit.ts'
import { Day, InstantOut, oneOf, text, Uuid, UuidOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const AuditOut = z.object({
  audit_uuid: UuidOut,
  at: InstantOut,
  kind: z.enum(ACTOR_KINDS),
  /** Name of the user, driver or API key. */
  by: z.string().nullable(),
  action: z.string(),
  /** Description of the action that continues a name: "changed the delivery". */
  words: z.string(),
  entity: z.string(),
  entity_uuid: UuidOut,
  /** Name or reference of the record. Null if the record no longer exists. */
  record: z.string().nullable(),
  /** Changed fields with their values before and after. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** Further details as text. */
  more: z.array(z.string()),
  request_id: z.string().nullable(),
})
export type AuditOut = z.output<typeof AuditOut>

export const AuditLogOut = z.object({ entries: z.array(AuditOut), next_cursor: z.string().nullable() })
export type AuditLogOut = z.output<typeof AuditLogOut>

const filters = {
  kind: oneOf(ACTOR_KINDS).optional(),
  /** ID of a user or driver. */
  actor: Uuid.optional(),
  subject: oneOf(AUDIT_SUBJECTS).optional(),
  action: text(1, 100).optional(),
  /** Reference of a delivery, or ID of any record. */
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
