// Tables of jobs, moves, erasures and other work of the service itself.
import type { TestDayStatus } from '../../domain/test-days/test-day.ts'
import type { WatchedJob } from '../../domain/jobs/failed-work.ts'
import type { JobName } from '../../domain/jobs/job.ts'
import { boolean, bytes, day, each, instant, json, number, ofBusiness, ofInstallation, text, uuid } from './table.ts'

export const erasures = ofBusiness({ key: ['erasureId'], depots: 'SHARED' }).columns({
  erasureId: uuid,
  ...each(instant, 'erasedAt', 'dueAt'),
  person: bytes('DIGEST').sealed,
  searchedAt: instant.nullable,
})

export const testDays = ofBusiness({ key: ['testDayId'], depots: 'SHARED' }).columns({
  testDayId: uuid,
  date: day,
  ...each(number, 'seed', 'failedShare', 'lateShare', 'offlineShare', 'undoneShare'),
  speed: number.nullable,
  status: text<TestDayStatus>('NONE').defaulted,
  ...each(instant, 'virtualNow', 'virtualStart', 'createdAt'),
  drivers: json<object>('JSON'),
  ...each(instant.nullable, 'nextAt', 'leasedUntil', 'endedAt'),
  lease: uuid.nullable,
})

export const jobTicks = ofInstallation({ key: ['job'], moves: false }).columns({
  job: text<JobName>('NONE'),
  lastTickAt: instant,
})

export const failedWork = ofBusiness({ key: ['job', 'itemId'], depots: ['orders', 'routes'] }).columns({
  job: text<WatchedJob>('NONE'),
  itemId: uuid,
  failures: number,
  ...each(instant, 'firstFailedAt', 'lastFailedAt', 'retryAt'),
})

export const unnamedFiles = ofBusiness({ key: ['fileName'], depots: 'SHARED' }).columns({
  fileName: uuid.file,
  since: instant,
})

export const secretCheck = ofInstallation({ key: ['onlyRow'], moves: false }).columns({
  onlyRow: boolean.defaulted,
  signature: text('NONE'),
})

export const moves = ofBusiness({ key: [], depots: 'SHARED', stays: true }).columns({
  place: text('NONE'),
  until: instant.nullable,
  beganAt: instant.defaulted,
})

export const schemaMigrations = ofInstallation({ key: ['name'], moves: false }).columns({
  name: text('NONE'),
  appliedAt: instant.defaulted,
  checksum: text('NONE').nullable,
})
