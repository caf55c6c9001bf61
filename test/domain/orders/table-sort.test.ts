import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortedBy } from '../../../src/domain/orders/table-sort.ts'

const row = (id: number, value: string | null) => ({ id, value })

test('rows without a value come last in both directions, and equal rows keep their order', () => {
  const rows = [row(1, null), row(2, 'Van 10'), row(3, 'Van 2'), row(4, 'Van 10'), row(5, null)]
  const ids = (direction: 'asc' | 'desc') => sortedBy(rows, direction).map(({ id }) => id)
  assert.deepEqual(ids('asc'), [3, 2, 4, 1, 5])
  assert.deepEqual(ids('desc'), [2, 4, 3, 1, 5])
})
