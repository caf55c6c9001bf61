// Tests when a phone counts as silent: for so long that stops may be done without the knowledge of the server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LastContact, silenceWarnings, silentSince } from '../../../src/domain/routes/silence.ts'
import { inEnglish } from '../../helpers/in-english.ts'

const now = new Date('2026-11-23T15:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const route = (members: Partial<LastContact> = {}): LastContact => ({
  status: 'IN_PROGRESS',
  plannedStart: minutesAgo(120),
  phoneAt: minutesAgo(16),
  ...members,
})

test('a phone is silent after more than 15 minutes while the route runs', () => {
  assert.deepEqual(silentSince(route(), now), minutesAgo(16))
  assert.equal(silentSince(route({ phoneAt: minutesAgo(15) }), now), null)
  assert.equal(silentSince(route({ status: 'COMPLETED' }), now), null)
  assert.equal(silentSince(route({ phoneAt: null }), now), null, 'a phone that never opened the page is not silent')
})

test('the server may have missed the start after its planned time', () => {
  assert.deepEqual(silentSince(route({ status: 'DISPATCHED' }), now), minutesAgo(16))
  assert.equal(silentSince(route({ status: 'DISPATCHED', plannedStart: minutesAgo(-1) }), now), null)
  assert.deepEqual(silentSince(route({ status: 'DISPATCHED', plannedStart: now }), now), minutesAgo(16))
  assert.equal(silentSince(route({ status: 'DISPATCHED', plannedStart: null }), now), null)
  assert.deepEqual(silentSince(route({ status: 'IN_PROGRESS', plannedStart: null }), now), minutesAgo(16))
})

test('the warning names the unfinished stops', () => {
  const stops = [
    { externalRef: 'A', status: 'PENDING' },
    { externalRef: 'B', status: 'DELIVERED' },
    { externalRef: 'C', status: 'ARRIVED' },
  ] as const
  assert.deepEqual(inEnglish(silenceWarnings(route(), stops, now)), [
    { code: 'SILENT', message: 'The driver’s phone has been silent for 16 minutes; A, C may be done already' },
  ])
  assert.deepEqual(inEnglish(silenceWarnings(route(), stops.slice(1, 2), now)), [])
})
