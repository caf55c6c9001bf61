// The rules of a vehicle that a route stores.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOf, endsOf, startOf, termsOf } from '../../../src/domain/routes/terms.ts'

const HOME = { address: 'Home', lat: 47, lng: -122 }
const YARD = { address: null, lat: 47.123456, lng: -122 }

test('a route stores only the sorted breaks, start, end and reloads of its vehicle', () => {
  for (const rules of [null, {}, { breaks: [] }, { skills: ['crane'] }]) assert.equal(termsOf(rules), null)
  const later = { start: '15:00', end: '16:00', minutes: 15, paid: true }
  const noon = { start: '12:00', end: '13:00', minutes: 30, paid: false }
  assert.deepEqual(termsOf({ breaks: [later, noon] }), { breaks: [noon, later] })
  assert.deepEqual(termsOf({ start: HOME, end: YARD, reloadMinutes: 20, skills: ['crane'] }), {
    start: { name: 'Home', lat: 47, lng: -122 },
    end: { name: '47.12346, -122.00000', lat: 47.123456, lng: -122 },
    reload: { minutes: 20, max: 1 },
  })
  assert.deepEqual(termsOf({ reloadMinutes: 0, maxReloads: 3 }), { reload: { minutes: 0, max: 3 } })
  assert.deepEqual(termsOf({ openEnd: true, end: HOME }), { end: null })
})

test('a route starts and ends at its depot unless its terms say otherwise', () => {
  const depot = { name: 'Depot', lat: 1, lng: 2 }
  const home = { name: 'Home', lat: 3, lng: 4 }
  assert.deepEqual(endsOf({ depot, terms: null }), { start: depot, end: depot })
  assert.deepEqual(endsOf({ depot, terms: { start: home } }), { start: home, end: depot })
  assert.deepEqual(endsOf({ depot, terms: { end: home } }), { start: depot, end: home })
  assert.deepEqual(endsOf({ depot, terms: { end: null } }), { start: depot, end: null })
  assert.deepEqual([startOf({ depot: 1 }), startOf({ depot: 1, start: 2 })], [1, 2])
  assert.deepEqual([endOf({ depot: 1 }), endOf({ depot: 1, end: 2 }), endOf({ depot: 1, end: null })], [1, 2, null])
})
