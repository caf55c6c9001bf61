import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  afterPush,
  mergeNotifications,
  isNotificationCurrent,
} from '../../../src/domain/routes/driver-notifications.ts'

const NOW = new Date('2026-11-23T15:00:00.000Z')

test('news is merged with earlier news that was not sent', () => {
  const told = (['GIVEN', 'CHANGED', 'TAKEN'] as const).map((waiting) =>
    (['GIVEN', 'CHANGED', 'TAKEN'] as const).map((next) => mergeNotifications(waiting, next)),
  )
  assert.deepEqual(told, [
    ['GIVEN', 'GIVEN', null],
    ['GIVEN', 'CHANGED', 'TAKEN'],
    ['CHANGED', 'CHANGED', 'TAKEN'],
  ])
})

test('news that a route was taken holds if the driver lost it, and other news if the driver has it', () => {
  assert.ok(isNotificationCurrent('TAKEN', false) && !isNotificationCurrent('TAKEN', true))
  assert.ok(isNotificationCurrent('GIVEN', true) && !isNotificationCurrent('GIVEN', false))
})

test('a push is retried if its service may accept it later', () => {
  const kind = (status: number | null, attempts = 1) => afterPush(status, attempts, NOW).kind
  assert.deepEqual(
    [200, 201, 299].map((status) => kind(status)),
    ['done', 'done', 'done'],
  )
  for (const status of [403, 404, 410]) assert.equal(kind(status), 'unsubscribed')
  for (const status of [null, 429, 500, 503]) assert.equal(kind(status), 'retry')
  for (const status of [199, 300, 400, 413]) assert.equal(kind(status), 'given_up')
  assert.deepEqual(afterPush(500, 1, NOW), { kind: 'retry', at: new Date('2026-11-23T15:00:30.000Z') })
  assert.deepEqual(afterPush(500, 4, NOW), { kind: 'retry', at: new Date('2026-11-23T15:30:00.000Z') })
  assert.equal(kind(500, 5), 'given_up')
})
