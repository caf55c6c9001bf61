// Tables of API keys, their requests and their limits.
import type { KeyScope } from '../../domain/users/permissions.ts'
import { bytes, each, instant, number, numbers, ofBusiness, ofInstallation, text, texts, uuid } from './table.ts'

export const apiKeys = ofBusiness({ key: ['keyId'], depots: 'SHARED', findsBusiness: ['hash'] }).columns({
  keyId: uuid,
  ...each(text('NONE'), 'name', 'prefix'),
  hash: bytes('NONE'),
  scopes: texts<KeyScope[]>('NONE').nullable,
  allowedAddresses: texts('NONE').nullable,
  ...each(instant.nullable, 'expiresAt', 'revokedAt', 'lastUsedAt'),
  ...each(uuid.nullable, 'replacedBy', 'madeBy'),
  createdAt: instant.defaulted,
})

export const apiRequests = ofBusiness({
  key: ['requestUuid'],
  depots: 'SHARED',
  partitions: { days: 7, kept: 'apiCallsDays' },
}).columns({
  ...each(uuid, 'requestUuid', 'keyId'),
  at: instant,
  method: text('NONE'),
  path: text('TEXT'),
  ...each(number, 'status', 'durationMs'),
  errorCode: text('NONE').nullable,
})

export const idempotencyKeys = ofBusiness({ key: ['scope', 'key'], depots: 'SHARED' }).columns({
  ...each(text('CODE'), 'scope', 'key'),
  bodyHash: bytes('DIGEST'),
  status: number,
  reply: bytes('CODE').sealed,
  createdAt: instant.defaulted,
})

export const rateBuckets = ofInstallation({ key: ['limitName', 'subject'], moves: false, lost: true }).columns({
  limitName: text('NONE'),
  subject: bytes('DIGEST'),
  fullAt: instant,
})

export const rateCounts = ofBusiness({ key: ['keyId', 'limitName'], depots: 'SHARED', lost: true }).columns({
  keyId: uuid,
  limitName: text('NONE'),
  head: number,
  counts: numbers,
  used: number.defaulted,
})
