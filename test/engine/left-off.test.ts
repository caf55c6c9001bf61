import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareUnassigned, unassignedCounts } from '../../src/engine/unassigned.ts'
import { stop } from './problems.ts'

const stops = [
  stop('locked', { lock: { vehicle: 0 } }),
  stop('urgent', { priority: 100 }),
  ...Array.from({ length: 1000 }, (_, i) => stop(`s${i}`, { priority: i % 100 })),
]
const off = (...unassigned: number[]) => unassignedCounts(stops, unassigned)
const all = stops.map((_, index) => index)

test('fewer unassigned stops of the highest priority are better, whatever the lower ones', () => {
  assert.ok(compareUnassigned(off(...all.slice(2)), off(1)) < 0)
  assert.ok(compareUnassigned(off(...all.slice(1)), off(0)) < 0)
  assert.ok(compareUnassigned(off(2 + 99), off(2 + 98)) > 0)
  assert.ok(compareUnassigned(off(2 + 99, 2), off(2 + 99)) > 0)
  assert.equal(compareUnassigned(off(2 + 99, 2), off(2 + 199, 2 + 100)), 0)
})
