// The audit log, for owners: it tells of users, keys and settings.
import { z } from 'zod'
import { ACTOR_KINDS, type ActorKind } from '../../domain/users/actor.ts'
import { AUDIT_SUBJECTS } from '../../domain/audit.ts'
import { Day, oneOf, text, Uuid } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

export interface AuditOut {
  audit_uuid: string
  at: string
  kind: ActorKind
  /** The user, driver or API key by name. */
  by: string | null
  action: string
  /** In words, reading on from a name: "changed the delivery". */
  words: string
  entity: string
  entity_uuid: string
  /** What people know it by; null for one that is gone. */
  record: string | null
  /** Fields before and after. */
  changes: { field: string; before: string | null; after: string | null }[]
  /** What else is known, in words. */
  more: string[]
  request_id: string | null
}

export interface AuditLogOut {
  entries: AuditOut[]
  next_cursor: string | null
}

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

export const readAudit = officeEndpoint({
  method: 'GET',
  path: '/audit',
  role: 'OWNER',
  query: z.strictObject({ ...filters, cursor: text(1, 2_000).optional() }),
})
export const exportAudit = officeEndpoint({ method: 'GET', path: '/audit.csv', role: 'OWNER', query: Filters })
