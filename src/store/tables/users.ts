// Tables of office users, and the ways they sign in.
import type { OfficeLanguage } from '../../domain/users/office-language.ts'
import type { UserRole } from '../../domain/users/permissions.ts'
import type { RoleRule } from '../../domain/users/company-claims.ts'
import {
  boolean,
  bytes,
  each,
  instant,
  json,
  number,
  ofBusiness,
  ofInstallation,
  text,
  texts,
  uuid,
  uuids,
} from './table.ts'

export const users = ofBusiness({ key: ['userId'], depots: 'SHARED', findsBusiness: ['email'] }).columns({
  userId: uuid,
  ...each(text('NONE'), 'email', 'name', 'passwordHash'),
  role: text<UserRole>('NONE'),
  depots: uuids.nullable,
  language: text<OfficeLanguage>('NONE').nullable,
  totpSecret: bytes('NONE').sealed.nullable,
  totpLastStep: number.defaulted,
  createdAt: instant.defaulted,
})

export const sessions = ofBusiness({ key: ['sessionId'], depots: 'SHARED', findsBusiness: ['tokenHash'] }).columns({
  ...each(uuid, 'sessionId', 'userId'),
  tokenHash: bytes('NONE'),
  ...each(instant, 'createdAt', 'lastSeenAt', 'expiresAt'),
  ...each(instant.nullable, 'confirmedAt', 'pendingTotpUntil'),
  browser: text('NONE').nullable,
  onTestSide: boolean.defaulted,
  byCompany: boolean.defaulted,
  pendingTotp: bytes('NONE').sealed.nullable,
})

export const userLinks = ofBusiness({ key: ['linkId'], depots: 'SHARED', findsBusiness: ['tokenHash'] }).columns({
  linkId: uuid,
  tokenHash: bytes('NONE'),
  ...each(uuid.nullable, 'userId', 'madeBy'),
  email: text('NONE'),
  role: text<UserRole>('NONE').nullable,
  depots: uuids.nullable,
  keepsTotp: boolean.defaulted,
  ...each(instant, 'createdAt', 'expiresAt'),
})

export const recoveryCodes = ofBusiness({ key: ['userId', 'codeHash'], depots: 'SHARED' }).columns({
  userId: uuid,
  codeHash: bytes('NONE'),
})

export const passkeys = ofBusiness({ key: ['passkeyId'], depots: 'SHARED', findsBusiness: ['credential'] }).columns({
  ...each(uuid, 'passkeyId', 'userId'),
  ...each(bytes('NONE'), 'credential', 'publicKey'),
  ...each(number, 'counter', 'lastChallenge'),
  transports: texts('NONE'),
  synced: boolean,
  name: text('NONE'),
  createdAt: instant,
  lastUsedAt: instant.nullable,
})

export const singleSignOn = ofBusiness({ key: [], depots: 'SHARED' }).columns({
  ...each(text('NONE'), 'issuer', 'client'),
  clientSecret: bytes('NONE').sealed,
  mailDomains: texts('NONE'),
  roleClaim: text('NONE').nullable,
  roleRules: json<RoleRule[]>('NONE'),
  defaultRole: text<UserRole>('NONE').nullable,
  ...each(uuid.nullable, 'breakGlass', 'madeBy'),
  version: number.defaulted,
})

export const identities = ofBusiness({ key: ['issuer', 'subject'], depots: 'SHARED' }).columns({
  ...each(text('NONE'), 'issuer', 'subject'),
  userId: uuid.nullable,
  linkedAt: instant,
})

export const removedUsers = ofBusiness({ key: ['emailHash'], depots: 'SHARED' }).columns({
  emailHash: bytes('NONE'),
  removedAt: instant,
})

export const setUpLink = ofInstallation({ key: ['single'], moves: false }).columns({
  single: boolean.defaulted,
  tokenHash: bytes('NONE'),
})

export const orderViews = ofBusiness({ key: ['userId', 'name'], depots: 'SHARED' }).columns({
  userId: uuid,
  name: text('ROW'),
  filters: json<Record<string, string>>('ROW'),
})
