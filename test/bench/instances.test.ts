import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readInstance } from '../../bench/engine/instances.ts'

test('legs are rounded by the convention of the set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'instances-'))
  const read = (type: string) => {
    const file = join(folder, `${type}.vrp`)
    const lines = [
      `TYPE : \t${type}\t`,
      'DIMENSION : 2',
      'CAPACITY : 5',
      'NODE_COORD_SECTION',
      '1 0 0',
      '2 1 1.2',
      'DEMAND_SECTION',
      '1 0',
      '2 3',
      'DEPOT_SECTION',
    ]
    writeFileSync(file, lines.join('\n'))
    return readInstance(file, 'Cost 4\n')
  }
  try {
    const leg = Math.hypot(1, 1.2)
    assert.equal(read('CVRP').problem.distances[1], 2)
    assert.equal(read('VRPTW').problem.distances[1], 1.5)
    assert.equal(read('HFVRP').problem.distances[1], leg)
    assert.equal(read('SDVRPTW').problem.distances[1], Math.round(leg * 1000))
    assert.equal(read('CVRP').bestKnown, 4)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
