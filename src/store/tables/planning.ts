// Tables of builds, re-plans, solves, and the steps that users can undo.
import type { ProposedPlan } from '../../domain/planning/proposed-plan.ts'
import type { BuildAnswer } from '../../domain/planning/build-answer.ts'
import type { ReplanBasis, ReplanPlan } from '../../domain/routes/replan-plan.ts'
import type { PlanRow, RowKind } from '../../domain/undo/take-back.ts'
import type { UndoDetail, UndoKind } from '../../domain/undo/step.ts'
import type { Permission } from '../../domain/users/permissions.ts'
import { boolean, bytes, day, each, instant, json, number, ofBusiness, text, uuid, uuids } from './table.ts'

export const builds = ofBusiness({ key: ['buildId'], depots: 'OWN', undo: 'BUILD' }).columns({
  buildId: uuid,
  deliveryDate: day,
  createdAt: instant,
  madeAt: instant.nullable,
  ...each(text('NONE'), 'balance', 'engine'),
  seed: number,
  answer: json<BuildAnswer>('PLAN'),
  record: bytes('CODE'),
  depots: uuids.nullable.defaulted,
})

export const buildProposals = ofBusiness({ key: ['buildId'], depots: 'OWN' }).columns({
  buildId: uuid,
  ...each(instant, 'createdAt', 'expiresAt'),
  acceptedAt: instant.nullable,
  body: json<object>('PLAN'),
  basis: text('NONE'),
  plan: json<ProposedPlan>('PLAN'),
  depots: uuids.nullable.defaulted,
})

export const replans = ofBusiness({ key: ['replanId'], depots: 'OWN' }).columns({
  replanId: uuid,
  ...each(instant, 'createdAt', 'expiresAt'),
  acceptedAt: instant.nullable,
  basis: json<ReplanBasis>('PLAN'),
  plans: json<ReplanPlan[]>('PLAN'),
  depots: uuids.nullable.defaulted,
})

// A build is known only to the user who started it.
export const runningBuilds = ofBusiness({ key: [], depots: 'SHARED', lost: true }).columns({
  buildId: uuid,
  stopped: boolean.defaulted,
})

// A solve exists only while a process waits for it, and names stops by the IDs of its caller.
export const solves = ofBusiness({ key: ['solveId'], depots: 'SHARED', lost: true }).columns({
  solveId: uuid,
  askedAt: instant.defaulted,
  seconds: number,
  problem: bytes('NONE'),
  answer: bytes('NONE').nullable,
  progress: json<object>('NONE').nullable,
  stopped: boolean.defaulted,
  wantedUntil: instant,
  solver: uuid.nullable,
  leasedUntil: instant.nullable,
  takes: number.defaulted,
})

export const undoSteps = ofBusiness({ key: ['stepId'], depots: 'OWN' }).columns({
  ...each(uuid, 'stepId', 'userId'),
  kind: text<UndoKind>('NONE'),
  count: number.defaulted,
  day: day.nullable,
  permission: text<Permission>('NONE').nullable,
  isUndo: boolean.defaulted,
  doneAt: instant,
  ...each(instant.nullable, 'settlesAt', 'undoneAt'),
  detail: json<UndoDetail[UndoKind]>('JSON'),
  depots: uuids.nullable.defaulted,
})

// The rows hold IDs, states and times. Rows of stops also hold the notes of drivers.
export const stepRows = ofBusiness({ key: ['stepId', 'kind', 'recordId'], depots: 'OWN' }).columns({
  ...each(uuid, 'stepId', 'recordId'),
  kind: text<RowKind>('NONE'),
  ...each(json<PlanRow>('JSON').nullable, 'before', 'after'),
  depots: uuids.nullable.defaulted,
})
