import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GrowingTables } from '../../../src/adapters/regions/growing-tables.ts'
import { roadMap } from '../../roads/road-map.ts'

const map = roadMap({
  nodes: { w: [0, 0], e: [60, 0], a: [0, 1], b: [60, 1] },
  ways: { street: 'w e', lane: 'w a', road: 'e b' },
})
const roads = new Map([['street', map.drives()]])
const points = [map.between('w', 'e', 0.2), map.between('w', 'e', 0.8)]

test('the least recently used tables are dropped if there is no space for all', () => {
  const tables = new GrowingTables(1)
  const [one] = tables.of('one', roads)
  one?.add(points, 2)
  tables.trim()
  assert.equal(tables.of('one', roads)[0], one, 'the table used last stays')
  const [two] = tables.of('two', roads)
  two?.add(points, 2)
  tables.trim()
  assert.deepEqual([tables.of('two', roads)[0], tables.of('one', roads)[0] === one], [two, false])
})

test('tables of replaced roads are dropped', () => {
  const tables = new GrowingTables()
  const [before] = tables.of('one', roads)
  tables.forget(['street'])
  assert.notEqual(tables.of('one', roads)[0], before)
})
