import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alongStreet, type House } from '../../src/domain/along-street.ts'

/** About 111 m of latitude for each 0.001. */
const house = (number: number, lat: number, numberSuffix = ''): House => ({ number, numberSuffix, lat, lng: -77 })

test('a known house is itself, with its letter or without', () => {
  const houses = [house(10, 38.9), house(10, 38.9001, 'a'), house(12, 38.9002)]
  assert.deepEqual(alongStreet(houses, 10, 'a'), { point: { lat: 38.9001, lng: -77 }, how: 'EXACT' })
  assert.deepEqual(alongStreet(houses, 12, 'b')?.point, { lat: 38.9002, lng: -77 })
})

test('a house between neighbours lies by its number, its own side of the street first', () => {
  const houses = [house(100, 38.9), house(103, 39.5), house(110, 38.901)]
  const { point, how } = alongStreet(houses, 104, '') ?? {}
  assert.equal(how, 'BETWEEN')
  assert.ok(Math.abs((point?.lat ?? 0) - 38.9004) < 1e-9)
})

test('far neighbours only say where on the street, and very far ones nothing', () => {
  assert.equal(alongStreet([house(100, 38.9), house(200, 38.904)], 150, '')?.how, 'STREET')
  assert.equal(alongStreet([house(100, 38.9), house(900, 39)], 500, ''), null)
})

test('past the last house known, a block on is still the street; beyond it is not found', () => {
  assert.equal(alongStreet([house(100, 38.9)], 190, '')?.how, 'STREET')
  assert.equal(alongStreet([house(100, 38.9)], 210, ''), null)
  assert.equal(alongStreet([], 10, ''), null)
})
