// Tables of what happened: the audit log, and the history of orders, routes and stops.
import type { ColumnType } from 'kysely'
import type { AuditAction, AuditSubject } from '../../domain/audit.ts'
import type { ActorKind } from '../../domain/users/actor.ts'
import { each, instant, json, number, ofBusiness, text, uuid } from './table.ts'

export const auditLog = ofBusiness({
  key: ['auditId'],
  depots: ['orders', 'routes', 'stops'],
  partitions: { days: 91, kept: null },
}).columns({
  ...each(uuid, 'auditId', 'entityId'),
  at: instant,
  actorKind: text<ActorKind>('NONE'),
  ...each(text('NONE').nullable, 'actorId', 'requestId'),
  action: text<ColumnType<string, AuditAction, never>>('NONE'),
  entity: text<ColumnType<string, AuditSubject, never>>('NONE'),
  detail: json<Record<string, unknown>>('CODE').nullable,
})

// The states hold statuses, times and IDs.
export const history = ofBusiness({ key: ['position'], depots: ['orders', 'routes'] }).columns({
  position: number.defaulted,
  at: instant,
  kind: text<'ORDER' | 'ROUTE' | 'STOP'>('NONE'),
  recordId: uuid,
  routeId: uuid.nullable,
  state: json<Record<string, unknown>>('NONE').nullable,
})
