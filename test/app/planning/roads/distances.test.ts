import assert from 'node:assert/strict'
import { test } from 'node:test'
import { osrm } from '../../../../src/adapters/distances/osrm.ts'
import { distanceTable } from '../../../../src/app/planning/roads/distances.ts'
import type { RoadDistances } from '../../../../src/app/ports/roads.ts'
import { half, json, closedPort, stubServer } from '../../../helpers/stub-server.ts'

const points = [
  { lat: 38.9, lng: -77.03 },
  { lat: 38.91, lng: -77.02 },
  { lat: 38.95, lng: -77.1 },
]
const good = {
  code: 'Ok',
  durations: [
    [0, 100, 900],
    [110, 0, 800],
    [910, null, 0],
  ],
  distances: [
    [0, 1500, 9000],
    [1600, 0, 8000],
    [9100, null, 0],
  ],
}
const withRow = (row: unknown[]) => ({ ...good, durations: [row, ...good.durations.slice(1)] })

/** Returns the table and the number of logged warnings. */
async function tableBy(distances: RoadDistances | null, asked = points) {
  let warnings = 0
  const log = { info: () => {}, warn: () => void warnings++, error: () => {} }
  return { ...(await distanceTable({ distances, log }, asked)), warnings }
}

test("the provider's table is used unchanged, and a leg without a road is unreachable", async () => {
  const server = await stubServer(json(good))
  const table = await tableBy(osrm(server.url))
  assert.deepEqual([...table.durations], [0, 100, 900, 110, 0, 800, 910, Infinity, 0])
  assert.deepEqual([...table.distances], [0, 1500, 9000, 1600, 0, 8000, 9100, Infinity, 0])
  assert.deepEqual([table.source, table.estimated, table.estimateReason, table.warnings], ['osrm', false, null, 0])
  assert.deepEqual(server.asked, [
    '/table/v1/driving/-77.030000,38.900000;-77.020000,38.910000;-77.100000,38.950000?annotations=duration,distance',
  ])
})

test('a point far from any road of the map is unreachable', async () => {
  const sources = [{ distance: 3 }, { distance: 80_000 }, {}]
  const server = await stubServer(json({ ...good, sources }))
  const { durations } = await tableBy(osrm(server.url))
  assert.deepEqual([...durations], [0, Infinity, 900, Infinity, 0, Infinity, 910, Infinity, 0])
})

test('61 points are requested, 62 are estimated as TABLE_TOO_LARGE without a request', async () => {
  let asked = 0
  const provider: RoadDistances = {
    name: 'osrm',
    table: async (points) => {
      asked++
      const zeros = new Float64Array(points.length ** 2)
      return { durations: zeros, distances: zeros }
    },
    ways: async () => [],
  }
  const many = Array.from({ length: 62 }, (_, i) => ({ lat: 38.9 + i / 1000, lng: -77 }))
  assert.equal((await tableBy(provider, many.slice(0, 61))).source, 'osrm')
  const large = await tableBy(provider, many)
  assert.deepEqual([large.source, large.estimateReason, asked], ['straight_line', 'TABLE_TOO_LARGE', 1])
})

test('without a provider the straight line is stretched, with the reason NO_PROVIDER', async () => {
  const { durations, distances, source, estimated, estimateReason, warnings } = await tableBy(null)
  assert.deepEqual([source, estimated, estimateReason, warnings], ['straight_line', true, 'NO_PROVIDER', 0])
  const meters = distances[1] as number
  assert.ok(meters > 1_410 * 1.2 && meters < 1_410 * 1.4, `${meters} m for 1.41 km as the crow flies`)
  assert.equal(distances[3], meters)
  assert.equal(distances[4], 0)
  assert.ok((durations[2] as number) > (durations[1] as number))
})

test('a provider that is down or returns an invalid response is replaced by estimates and logged', async () => {
  const server = await stubServer(json(good))
  const faults = {
    '429': json({ code: 'TooBig' }, 429),
    '500': json({}, 500),
    '400 NoSegment': json({ code: 'NoSegment' }, 400),
    'another code': json({ ...good, code: 'NoTable' }),
    'not JSON': json('<html>'),
    'half an answer': half(good),
    'no distances': json({ ...good, distances: undefined }),
    'a row missing': json({ ...good, durations: good.durations.slice(1) }),
    'a short row': json(withRow([0, 100])),
    negative: json(withRow([0, -100, 900])),
    text: json(withRow([0, 'soon', 900])),
    'a time without a way': json({ ...good, distances: [...good.distances.slice(0, 2), [9100, 7000, 0]] }),
  }
  for (const [fault, respond] of Object.entries(faults)) {
    server.answer(respond)
    const { source, estimateReason, warnings, durations } = await tableBy(osrm(server.url))
    assert.deepEqual([source, estimateReason, warnings], ['straight_line', 'PROVIDER_DOWN', 1], fault)
    assert.ok(durations.every(Number.isFinite), fault)
  }
  assert.equal((await tableBy(osrm(await closedPort()))).estimateReason, 'PROVIDER_DOWN')
})

test('a provider that hangs is given up', async (t) => {
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    assert.ok(ms <= 8_000)
    return AbortSignal.abort(new DOMException('too slow', 'TimeoutError'))
  })
  const server = await stubServer(() => {})
  assert.equal((await tableBy(osrm(server.url))).estimateReason, 'PROVIDER_DOWN')
})

test('a large table of estimates yields to the event loop between its parts', async () => {
  const many = Array.from({ length: 1_051 }, (_, i) => ({ lat: 38 + (i % 33) / 50, lng: -77 - i / 1500 }))
  let turns = 0
  const count = setImmediate(function again() {
    turns++
    next = setImmediate(again)
  })
  let next = count
  const { durations } = await tableBy(null, many)
  clearImmediate(next)
  assert.equal(durations.length, 1_051 ** 2)
  assert.ok(turns > 5, `${turns} turns`)
})
