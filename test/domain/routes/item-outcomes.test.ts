// Tests matching of differences to the items of a delivery.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from '../../../src/texts/text.ts'
import {
  differenceFault,
  isPartial,
  type ItemDifference,
  itemOutcomes,
  partialInWords,
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
    [[item('AP', 1), item('AP', 5)], [differing('AP', 5)], [0, 5]],
    [[item('AP', 5), item('AP', 10)], [differing('AP', 5)], [5, 0]],
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

test('an item without a difference is delivered as ordered, and without any difference there are no outcomes', () => {
  const items = [item('AP', 2), item('BP', 1)]
  assert.equal(itemOutcomes(items, []), null)
  assert.equal(itemOutcomes(items, [differing('AP', 0)]), null)
  const none = { short: 0, damaged: 0, returned: 0, reason: null }
  assert.deepEqual(itemOutcomes(items, [{ ...differing('AP', 0), returned: 1, reason: 'Too ripe' }]), [
    { ...none, name: 'Apples', sku: 'AP', quantity: 2, delivered: 1, returned: 1, reason: 'Too ripe' },
    { ...none, name: 'Apples', sku: 'BP', quantity: 1, delivered: 1 },
  ])
})

test('a difference that matches no item comes last, with zero delivered pieces', () => {
  const other = { ...differing('BP', 1), damaged: 2 }
  const outcomes = itemOutcomes([item('AP', 5)], [other])
  assert.deepEqual(outcomes?.at(-1), { ...other, quantity: 3, delivered: 0 })
  assert.equal(outcomes?.length, 2)
  const pears = differenceFault([item(null, 5)], [differing(null, 1), differing(null, 1, 'Pears')])
  assert.deepEqual([pears?.index, pears?.field], [1, 'name'])
  assert.equal(pears && render(pears.message), 'is not an item of this delivery')
  assert.equal(differenceFault([item('AP', 5)], [differing('AP', 1), differing('AP', 1)])?.index, 1)
})

test('all of an item may differ, but not more', () => {
  const items = [item('AP', 1), item('BP', 3)]
  const all = { ...differing('BP', 1), damaged: 1, returned: 1 }
  assert.equal(differenceFault(items, [all]), null)
  const fault = differenceFault(items, [differing('AP', 1), { ...all, returned: 2 }])
  assert.deepEqual([fault?.index, fault?.field], [1, 'short'])
  assert.equal(fault && render(fault.message), 'damaged and returned together are more than the 3 of the order')
  assert.equal(itemOutcomes([item('AP', 1)], [differing('AP', 2)])?.[0]?.delivered, 0)
})

test('a partial outcome is described with each of its amounts', () => {
  const outcome = { ...differing('AP', 1), quantity: 6, delivered: 1, damaged: 2, returned: 3, reason: 'box was wet' }
  assert.ok(isPartial(outcome))
  assert.ok(!isPartial({ ...outcome, short: 0, damaged: 0, returned: 0 }))
  assert.equal(partialInWords(outcome), '1 of 6 × Apples, 1 short, 2 damaged, 3 returned: box was wet')
  assert.equal(partialInWords({ ...outcome, short: 0, damaged: 0, reason: null }), '1 of 6 × Apples, 3 returned')
  assert.deepEqual(partialsInWords(null), [])
})
