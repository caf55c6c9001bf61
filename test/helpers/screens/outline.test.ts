import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outlineFaults } from './outline.ts'

const EXPECTED = [
  'main @ 0,0 390×844',
  '  heading "Orders" @ 16,24 358×32',
  '  text: 3 deliveries',
  '  button "Save" @ 16,80 90×32',
]

const changed = (from: string, to: string): string[] => EXPECTED.map((line) => line.replace(from, to))

test('a box may differ within the rounding differences of browsers, but not more', () => {
  assert.deepEqual(outlineFaults(EXPECTED, EXPECTED), [])
  assert.deepEqual(outlineFaults(EXPECTED, changed('16,80 90×32', '18,79 92×30')), [])
  assert.deepEqual(outlineFaults(EXPECTED, changed('16,80 90×32', '16,83 90×32')), [
    'button "Save": at 16 83 90 32 instead of 16 80 90 32',
  ])
})

test('elements that are missing, new or in another order are named', () => {
  assert.deepEqual(outlineFaults(EXPECTED, changed('"Save"', '"Store"')), [
    'missing: button "Save"',
    'not expected: button "Store"',
  ])
  assert.deepEqual(outlineFaults(EXPECTED, EXPECTED.slice(0, 3)), ['missing: button "Save"'])
  const [main = '', heading = '', text = '', button = ''] = EXPECTED
  assert.deepEqual(outlineFaults(EXPECTED, [main, button, heading, text]), ['in another order from: button "Save"'])
})

test('a few faults are named if a screen is completely broken', () => {
  const many = Array.from({ length: 9 }, (_, i) => `link "${i}" @ 0,${i} 10×10`)
  assert.deepEqual(outlineFaults(many, []).at(-1), 'and 4 more')
  assert.equal(outlineFaults(many, []).length, 6)
})
