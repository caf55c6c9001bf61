import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whenOver } from '../../../src/domain/routes/route.ts'

const SOON = new Date('2026-01-01T12:00:00Z')

test('a running route is over once every stop is finished and no outcome is held', () => {
  const delivered = { status: 'DELIVERED', settlesAt: null } as const
  assert.equal(whenOver('IN_PROGRESS', [delivered, { status: 'FAILED', settlesAt: null }]), 'COMPLETED')
  assert.equal(whenOver('IN_PROGRESS', [delivered, { status: 'FAILED', settlesAt: SOON }]), null)
  assert.equal(whenOver('IN_PROGRESS', [delivered, { status: 'PENDING', settlesAt: null }]), null)
})

test('a running route without stops is cancelled; one that is not running is not over', () => {
  assert.equal(whenOver('DISPATCHED', []), 'CANCELLED')
  assert.equal(whenOver('PLANNED', []), null)
  assert.equal(whenOver('COMPLETED', []), null)
})
