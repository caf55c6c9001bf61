// Pairs of deliveries, of which one has its goods from the stop of the other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goodsPairs } from '../../../src/domain/planning/goods.ts'

const order = (externalRef: string, goodsFrom?: string) => ({
  externalRef,
  rules: goodsFrom === undefined ? null : { goodsFrom },
})
const pairs = (...of: Parameters<typeof goodsPairs>) => [...goodsPairs(...of)]

test('a taker belongs to its giver, wherever both are in the list', () => {
  assert.deepEqual(pairs([order('A'), order('B', 'A')]), [[1, 0]])
  assert.deepEqual(pairs([order('B', 'A'), order('C'), order('A')]), [[0, 2]])
  assert.deepEqual(pairs([order('A'), order('B')]), [])
})

test('there is no pair with an unknown giver, with itself, with a giver that is a taker, or with a second taker', () => {
  assert.deepEqual(pairs([order('B', 'X')]), [])
  assert.deepEqual(pairs([order('B', 'B')]), [])
  assert.deepEqual(pairs([order('C', 'B'), order('B', 'A')]), [])
  assert.deepEqual(pairs([order('A'), order('B', 'A'), order('C', 'A')]), [[1, 0]])
})

test('a pair that may not be leaves its giver to the next taker', () => {
  const orders = [order('A'), order('B', 'A'), order('C', 'A')]
  assert.deepEqual(
    pairs(orders, (taker, giver) => taker === 2 && giver === 0),
    [[2, 0]],
  )
})
