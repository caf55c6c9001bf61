// Tests matching of differences to the items of a delivery.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  differenceFault,
  type ItemDifference,
  itemOutcomes,
  partialsInWords,
} from '../../../src/domain/routes/item-outcomes.ts'

const item = (sku: string | null, quantity: number) => ({ name: 'Apples', sku, quantity })
const differing = (sku: string | null, short: number, name = 'Apples'): ItemDifference => ({
  name,
  sku,
  short,
  damaged: 0,
  returned: 0,
  reason: null,
})

test('a difference belongs to the item with its SKU, else to a possible item, and among equal ones to one with enough units', () => {
  const cases: [ReturnType<typeof item>[], ItemDifference[], number[]][] = [
    [[item('AP', 5), item(null, 5)], [differing(null, 1)], [0, 1]],
    [
      [item('AP', 5), item('BP', 5)],
      [differing(null, 1), differing('AP', 2)],
      [2, 1],
    ],
    [[item('AP', 1), item('AP', 10)], [differing('AP', 5)], [0, 5]],
    [
      [item('AP', 1), item('AP', 10)],
      [differing('AP', 5), differing('AP', 1)],
      [1, 5],
    ],
  ]
  for (const [items, differences, short] of cases) {
    assert.equal(differenceFault(items, differences), null)
    assert.deepEqual(
      itemOutcomes(items, differences)?.map((outcome) => outcome.short),
      short,
    )
  }
  assert.equal(differenceFault([item('AP', 1)], [differing('BP', 1)])?.field, 'name')
})

test('weights that add up to all of an item are all of it, although their binary sum is a little more', () => {
  const outcome = { ...differing('AP', 0.1), damaged: 0.2 }
  assert.ok(outcome.short + outcome.damaged > 0.3)
  assert.equal(differenceFault([item('AP', 0.3)], [outcome]), null)
  assert.equal(itemOutcomes([item('AP', 0.8)], [outcome])?.[0]?.delivered, 0.5)
})

test('only differences are described in words, also for an item that the order no longer has', () => {
  const items = [item('AP', 0), { name: 'Rice', sku: null, quantity: 1.23456789 }]
  const outcomes = itemOutcomes(items, [differing('AP', 2)])
  assert.equal(outcomes?.[1]?.delivered, 1.23456789)
  assert.deepEqual(partialsInWords(outcomes), ['0 of 0 × Apples, 2 short'])
})
